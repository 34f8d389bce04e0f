import type { Meaning } from './stated-figures.ts';

/**
 * Figures with one name about one thing that are not one figure, by procedure and path, also of everything below a path.
 * An entry that no figure needs fails.
 */
export const figureMeanings: Meaning = {
  ofTheViewer: {
    'distributions.ofProperty viewerCents': 'what the viewer received',
    'distributions.statement viewer': 'what the viewer received',
    'documentCenter.list': 'documents and holdings of the viewer',
    'governance.open userShares': 'shares that the viewer votes with',
    'governance.proposals userShares': 'shares that the viewer votes with',
    'portfolio.income': 'what the viewer received',
    'portfolio.overview holdings.firstInvestedAt': 'a holding of the viewer',
    'portfolio.overview holdings.investedCents': 'a holding of the viewer',
    'portfolio.overview holdings.monthlyIncomeCents': 'a holding of the viewer',
    'portfolio.overview holdings.shares': 'a holding of the viewer',
    'portfolio.overview holdings.valueCents': 'a holding of the viewer',
    'properties.detail viewerShares': 'a holding of the viewer',
    'reports.overview': 'reports of the viewer',
    'reports.statement': 'a statement of the viewer',
    'resale.book asks.ownShares': 'orders of the viewer',
    'resale.book bids.ownShares': 'orders of the viewer',
    'resale.book mostSharesNow': 'without orders of the viewer',
    'resale.book viewer': 'a holding of the viewer',
    'resale.ladders listings': 'without listings of the viewer',
    'resale.ladders sharesForSale': 'without listings of the viewer',
    'resale.sellable sharesFree': 'a holding of the viewer',
    'resale.sellable sharesListed': 'a holding of the viewer',
    'tax.figures': 'income of the viewer',
  },
  apart: {
    'analytics.exportProperties rows': 'properties of the file',
    'analytics.exportTrends rows': 'months of the file',
    'backOffice.waiting': 'what waits for an admin',
    'distributions.ofProperty status': 'what holders and owners call it',
    'distributions.ownerHistory status': 'what holders and owners call it',
    'owners.properties status': 'what owners call it: Active until every share is sold',
    'owners.property status': 'what owners call it: Active until every share is sold',
    'watchlist.summary averageYieldBps': 'of watched properties, not of the market',
  },
};

const FILE = 'a file';
const CHOICES = 'choices of the caller';
const NOTHING_WAITS = 'nothing of its kind waits in the sample world';

/** Queries that state no figure in the sample world, with why. One that does state a figure fails. */
export const withoutFigures: Readonly<Record<string, string>> = {
  'approvals.aboutCaller': NOTHING_WAITS,
  'approvals.list': NOTHING_WAITS,
  'audit.actions': 'names of commands',
  'autoInvest.allocationFile': FILE,
  'distributions.monthDraft': 'an owner has just begun it',
  'distributions.ownerCsv': FILE,
  'distributions.reinvestment': CHOICES,
  'distributions.statementFiles': 'nobody imported a file of a bank',
  'documentCenter.file': FILE,
  'governance.ballots': FILE,
  'identity.mailLink': 'its token is in a mail only',
  'identity.sampleAccounts': 'names of accounts',
  'identity.signInMethods': CHOICES,
  'identity.signInOptions': 'settings of the server',
  'intake.draft': NOTHING_WAITS,
  'jobs.list': NOTHING_WAITS,
  'kyc.queue': NOTHING_WAITS,
  'kyc.reviewed': NOTHING_WAITS,
  'legal.due': NOTHING_WAITS,
  'notifications.preferences': CHOICES,
  'onboarding.firstFilters': CHOICES,
  'ownData.exports': NOTHING_WAITS,
  'registers.releases': NOTHING_WAITS,
  'reports.file': FILE,
  'reports.statementFile': FILE,
  'resale.washTrades': 'nobody trades with themselves',
  'submissions.unfiled': NOTHING_WAITS,
  'tax.exports': NOTHING_WAITS,
  'transactions.export': FILE,
  'watchlist.watchedIds': 'ids',
};

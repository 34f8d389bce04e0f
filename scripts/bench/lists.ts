import { appRouter } from '#app/server/app-router.ts';
import { RENT_ENTRIES } from './list-world.ts';

/** Whose list it is. */
export type ListReader = 'admin' | 'member' | 'landlord';

export interface BenchList {
  procedure: string;
  input?: Record<string, unknown>;
  reader: ListReader;
  /** At least so many rows, where it cannot be as many as in the other lists. */
  rows?: number;
}

const admin = (procedure: string, input: Record<string, unknown> = {}): BenchList => ({
  procedure,
  input,
  reader: 'admin',
});
const member = (procedure: string, input: Record<string, unknown> = {}): BenchList => ({
  procedure,
  input,
  reader: 'member',
});
const landlord = (procedure: string, input: Record<string, unknown> = {}): BenchList => ({
  procedure,
  input,
  reader: 'landlord',
});

/** What a filter leaves. */
const some = (list: BenchList): BenchList => ({ ...list, rows: 0 });
/** Quarters of a property since it was sold: four a year. */
const ofQuarters = (list: BenchList): BenchList => ({ ...list, rows: 2 });

const FIRST = { propertyId: 1 };

/** Every list that is read in pages, by what people see. */
export const LISTS: Record<string, BenchList> = {
  properties: admin('properties.adminList'),
  'properties by name': some(admin('properties.adminList', { q: 'property 9999' })),
  users: admin('backOffice.users'),
  'users by name': some(admin('backOffice.users', { q: 'user 99' })),
  'frozen users': admin('backOffice.users', { state: 'frozen' }),
  'verified users': admin('backOffice.users', { identity: 'verified' }),
  admins: some(admin('backOffice.users', { role: 'admin' })),
  withdrawals: admin('wallet.withdrawals'),
  'withdrawals on hold': admin('wallet.withdrawals', { state: 'held' }),
  'identity checks': admin('kyc.queue'),
  'identity checks, approved': admin('kyc.queue', { status: 'approved' }),
  'identity checks by name': some(admin('kyc.queue', { q: 'user 99' })),
  submissions: admin('submissions.queue'),
  'submissions of the wizard': some(admin('submissions.queue', { wayIn: 'wizard' })),
  'submissions that are late': some(admin('submissions.queue', { late: true })),
  'submissions, rejected': admin('submissions.queue', { status: 'rejected' }),
  'submissions by address': some(admin('submissions.queue', { q: '999 maple' })),
  approvals: admin('approvals.list', { view: 'waiting' }),
  'approvals, decided': admin('approvals.list', { view: 'history' }),
  valuations: admin('valuations.reviewList'),
  'valuations that wait': admin('valuations.reviewList', { status: 'pending' }),
  'valuations, rejected': admin('valuations.reviewList', { status: 'rejected' }),
  statements: admin('distributions.adminList'),
  'statements that wait': admin('distributions.adminList', { status: 'prepared' }),
  'statements, paid': admin('distributions.adminList', { status: 'paid' }),
  'wash trades': admin('resale.washTrades'),
  'audit log': admin('audit.log'),
  'audit log of ten years': admin('audit.log', { from: '2017-01-01', to: '2027-01-01' }),
  'audit log of an action': admin('audit.log', { action: 'bench.seed' }),
  'money of properties': admin('books.properties'),
  'figures of properties': admin('analytics.properties'),
  jobs: admin('jobs.list', { state: 'dead' }),
  'jobs that fail': admin('jobs.list', { state: 'failing' }),
  'jobs dismissed': admin('jobs.list', { state: 'setAside' }),
  registers: admin('registers.releases'),
  'exports for taxes': admin('tax.exports'),
  'properties by taxable year': some(admin('tax.taxableYears')),
  waitlist: admin('waitlist.entries'),
  'waitlist by email': some(admin('waitlist.entries', { q: 'w99' })),

  'own properties': { ...landlord('owners.properties'), rows: 1 },
  'own properties by income': { ...landlord('owners.properties', { sort: 'lastMonthIncome' }), rows: 1 },
  'months to report': { ...landlord('distributions.ownerReports'), rows: 1 },
  'own statements': landlord('distributions.ownerHistory'),
  'own submissions': landlord('submissions.mine'),
  'statements of a property': ofQuarters(landlord('distributions.ofProperty', FIRST)),
  'reports of a property': ofQuarters(landlord('distributions.reportFiles', FIRST)),
  'valuations of a property': landlord('valuations.list', FIRST),
  'documents of a property': landlord('documents.ofProperty', FIRST),
  'proposals of a property': landlord('governance.proposals', FIRST),
  'holders of a property': member('properties.shareholders', { propertyId: 2 }),

  marketplace: member('properties.list'),
  'listings of others': admin('resale.listings'),
  'properties with listings': admin('resale.ladders'),
  'own listings': member('resale.ownListings', { state: 'open' }),
  'own listings, closed': member('resale.ownListings', { state: 'closed' }),
  'own bids': member('resale.ownBids', { state: 'open' }),
  purchases: member('investing.investments'),
  transactions: member('transactions.list'),
  'transfers of a bank': member('wallet.transfers'),
  'movements of cash': member('wallet.movements'),
  'decisions of Auto-Invest': member('autoInvest.decisions'),
  watchlist: member('watchlist.list'),
  notifications: member('notifications.list'),
  referrals: member('referrals.list'),
};

/** The entries of a statement's rent, of the quarter before this one. */
export function entriesList(now: Date): BenchList {
  const quarter = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 3, 1));
  const id = `1-${quarter.getUTCFullYear()}-Q${Math.floor(quarter.getUTCMonth() / 3) + 1}`;
  return { ...landlord('distributions.statementEntries', { id, line: 'rent' }), rows: RENT_ENTRIES };
}

interface ProcedureDefinition {
  _def: { type: string; inputs: { shape?: object }[]; output?: { shape?: object } };
}

/** The queries that are read in pages: they take a cursor and answer with the next. */
export function pagedProcedures(): string[] {
  const procedures = Object.entries(appRouter._def.procedures) as unknown as [string, ProcedureDefinition][];
  return procedures
    .filter(
      ([, { _def }]) =>
        _def.type === 'query' &&
        _def.inputs.some(({ shape = {} }) => 'cursor' in shape) &&
        'nextCursor' in (_def.output?.shape ?? {}),
    )
    .map(([name]) => name);
}

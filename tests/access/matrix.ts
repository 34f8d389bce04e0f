import { randomUUID } from 'node:crypto';
import { defaultSettings } from '#features/auto-invest/auto-invest.rules.ts';
import { monthsOf, noLines } from '#features/distributions/distributions.rules.ts';
import { noBoxes } from '#features/tax/tax.rules.ts';
import { DEFAULT_ALERTS } from '#features/watchlist/watchlist.rules.ts';
import { anAdmin, api, aUser, newKey, onboardingAnswers, PASSWORD } from '../support/actors.ts';
import { address, employment, personal } from '../support/applicants.ts';
import { aPhoto } from '../support/uploads.ts';
import {
  aFreshApplication,
  aFrozenAccount,
  anArticle,
  anArticleText,
  anEntry,
  anEntryId,
  aRequest,
  bidOfAda,
  type CallerName,
  callers,
  certificateOfAda,
  documentOfAda,
  documentOfOlga,
  draftOfOlga,
  everybodyHasCash,
  exportOfAda,
  filingOfAda,
  freshHalted,
  freshHeld,
  freshPending,
  freshRejected,
  freshValuation,
  heldWithdrawal,
  listingOfAda,
  listingOfSally,
  notificationOfAda,
  passkeyOfAda,
  pictureOfOlga,
  purchaseOfAda,
  readyDraftOfAda,
  receiptOfOlga,
  savingOfAda,
  sessionOfAda,
  someone,
  submission,
  submissionOfAda,
  tokenOfAda,
  unfiledDocumentOfAda,
  unsentWithdrawal,
  valuationOfOlga,
  type World,
  withdrawnDocument,
} from './world.ts';

/** "ok", or the code of the refusal. */
export type Expected = Record<CallerName, string>;

export interface Row {
  /** Subject of the request, where a procedure or path has several rows. */
  of?: string;
  input?: (world: World) => unknown;
  expected: Expected;
}

const same = (outcome: string): Expected =>
  Object.fromEntries(callers.map((caller) => [caller, outcome])) as Expected;
const everyone = same('ok');
const reading: Expected = { ...everyone, visitor: 'UNAUTHORIZED' };
const writing: Expected = { ...reading, reader: 'READ_ONLY_TOKEN' };
/** A caller who may write passes the access check, and is refused for another reason. */
const writingBut = (code: string): Expected => ({
  ...same(code),
  visitor: 'UNAUTHORIZED',
  reader: 'READ_ONLY_TOKEN',
});
const adminReading: Expected = { ...same('ADMIN_REQUIRED'), visitor: 'UNAUTHORIZED', admin: 'ok' };
const adminWriting: Expected = { ...adminReading, reader: 'READ_ONLY_TOKEN' };
/** Of commands that only the product runs, such as jobs. */
export const onlyTheProduct: Expected = { ...adminWriting, admin: 'ADMIN_REQUIRED' };
const onlyAda: Expected = { ...writing, other: 'NOT_FOUND', owner: 'NOT_FOUND', admin: 'NOT_FOUND' };
const purchaseOnlyAdas: Expected = {
  ...writing,
  other: 'INVESTMENT_NOT_FOUND',
  owner: 'INVESTMENT_NOT_FOUND',
  admin: 'INVESTMENT_NOT_FOUND',
};
const hidden: Expected = { ...same('PROPERTY_NOT_FOUND'), owner: 'ok', admin: 'ok' };
/** Ada's application is under review, everyone else's is open. */
const applicants: Expected = { ...writing, user: 'KYC_LOCKED' };
const notOpen: Expected = { ...same('NOT_OPEN'), visitor: 'UNAUTHORIZED', reader: 'READ_ONLY_TOKEN' };
const notOpenOrHidden: Expected = {
  ...writingBut('PROPERTY_NOT_FOUND'),
  owner: 'NOT_OPEN',
  admin: 'NOT_OPEN',
};

const ofProperty = ({ approved }: World) => ({ propertyId: approved });
const hiddenMarket = { ...hidden, visitor: 'UNAUTHORIZED' };
const marketRows = [
  { of: 'approved', input: ofProperty, expected: reading },
  { of: 'pending', input: ({ pending }: World) => ({ propertyId: pending }), expected: hiddenMarket },
  {
    of: 'missing',
    input: () => ({ propertyId: 2_000_000_000 }),
    expected: { ...same('PROPERTY_NOT_FOUND'), visitor: 'UNAUTHORIZED' },
  },
];
const orderOfAda: Expected = {
  ...writing,
  other: 'ORDER_NOT_FOUND',
  owner: 'ORDER_NOT_FOUND',
  admin: 'ORDER_NOT_FOUND',
};
const noOrder: Expected = { ...orderOfAda, user: 'ORDER_NOT_FOUND' };
const noListing: Expected = { ...same('LISTING_CLOSED'), visitor: 'UNAUTHORIZED' };
const order = { shares: 1, pricePerShareCents: 100 };

const preparedStatement: Expected = {
  ...same('DISTRIBUTION_NOT_FOUND'),
  visitor: 'UNAUTHORIZED',
  owner: 'ok',
  admin: 'ok',
};
const onlyOwner: Expected = {
  ...same('PROPERTY_NOT_FOUND'),
  visitor: 'UNAUTHORIZED',
  reader: 'READ_ONLY_TOKEN',
  owner: 'ok',
};

const notAdas = (code: string): Expected => ({ ...writing, other: code, owner: code, admin: code });
const documentOfAdasForm = async (world: World) => ({ documentId: await unfiledDocumentOfAda(world) });
const ofAdasSubmission = async (world: World) => ({
  submissionId: (await submissionOfAda(world)).submissionId,
});

/** A decision on Ada's submission as it is now. */
const decisionOnAda = async (world: World) => {
  const { submissionId } = await submissionOfAda(world);
  const { version } = await api(world.ada).submissions.own({ submissionId });
  return { submissionId, version };
};

const notificationChoice = {
  distributions: true,
  governance: true,
  propertyUpdates: true,
  achievements: true,
  systemUpdates: true,
  emailNotifications: true,
  pushNotifications: true,
  emailFrequency: 'daily',
};

/** Has the form of a token, a flow or an answer, and names nothing. */
const noToken = 'x'.repeat(43);
const newPasskeyAnswer = { id: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: [] };
const passkeyAnswer = {
  id: 'AAAA',
  clientDataJSON: 'AAAA',
  authenticatorData: 'AAAA',
  signature: 'AAAA',
  userHandle: null,
};

/** Callers of each procedure, with an input that is fine in itself. */
export const procedureRows: Record<string, readonly Row[]> = {
  'identity.me': [{ expected: everyone }],
  'identity.sampleAccounts': [{ expected: everyone }],
  'identity.signUp': [{ input: someone, expected: everyone }],
  'identity.signIn': [
    { input: ({ oscar }) => ({ email: oscar.email, password: PASSWORD }), expected: everyone },
    {
      of: 'wrong',
      input: ({ oscar }) => ({ email: oscar.email, password: 'no' }),
      expected: same('WRONG_CREDENTIALS'),
    },
  ],
  'identity.confirmSignIn': [{ input: () => ({ code: '123456' }), expected: same('SIGN_IN_EXPIRED') }],
  'identity.signInOptions': [{ expected: everyone }],
  'identity.beginPasskeySignIn': [{ expected: everyone }],
  'identity.signInWithPasskey': [
    { input: () => ({ flow: noToken, answer: passkeyAnswer }), expected: same('SIGN_IN_EXPIRED') },
  ],
  'identity.beginProviderSignIn': [
    { input: () => ({ purpose: 'sign_in', returnTo: '/' }), expected: same('NOT_FOUND') },
  ],
  'identity.signUpWithProvider': [{ expected: same('SIGN_IN_EXPIRED') }],
  'identity.connectProvider': [{ expected: writingBut('SIGN_IN_EXPIRED') }],
  'identity.disconnectProvider': [{ expected: writingBut('NOT_FOUND') }],
  'identity.requestConfirmation': [{ expected: writing }],
  'identity.requestPasswordReset': [
    { of: 'an account', input: ({ oscar }) => ({ email: oscar.email }), expected: everyone },
    { of: 'nobody', input: () => ({ email: someone().email }), expected: everyone },
  ],
  'identity.mailLink': [{ input: () => ({ token: noToken }), expected: everyone }],
  'identity.confirmEmail': [{ input: () => ({ token: noToken }), expected: same('NOT_FOUND') }],
  'identity.resetPassword': [
    { input: () => ({ token: noToken, newPassword: PASSWORD }), expected: same('NOT_FOUND') },
  ],
  'identity.requestEmailChange': [{ input: () => ({ email: someone().email }), expected: writing }],
  'identity.confirmIdentity': [{ input: () => ({ by: 'password', password: PASSWORD }), expected: writing }],
  'transactions.list': [{ input: () => ({}), expected: reading }],
  'transactions.summary': [{ input: () => ({}), expected: reading }],
  'transactions.export': [{ input: () => ({ format: 'csv' }), expected: reading }],
  'identity.signInMethods': [{ expected: reading }],
  'identity.startSecondFactor': [{ expected: writing }],
  'identity.enableSecondFactor': [
    { input: () => ({ code: 'abcd-efgh-abcd-efgh' }), expected: writingBut('WRONG_CODE') },
  ],
  'identity.renewRecoveryCodes': [{ expected: writingBut('NO_SECOND_FACTOR') }],
  'identity.disableSecondFactor': [{ expected: writingBut('NO_SECOND_FACTOR') }],
  'identity.beginAddingPasskey': [{ expected: writing }],
  'identity.beginPasskeyConfirmation': [{ expected: writing }],
  'identity.addPasskey': [
    {
      input: () => ({ flow: noToken, name: 'Laptop', answer: newPasskeyAnswer }),
      expected: writingBut('PASSKEY_REFUSED'),
    },
  ],
  'identity.renamePasskey': [
    {
      of: "Ada's",
      input: async (world) => ({ id: await passkeyOfAda(world), name: 'Phone' }),
      expected: onlyAda,
    },
    { of: 'nobody', input: () => ({ id: newKey(), name: 'Phone' }), expected: writingBut('NOT_FOUND') },
  ],
  'identity.removePasskey': [
    { of: "Ada's", input: async (world) => ({ id: await passkeyOfAda(world) }), expected: onlyAda },
    { of: 'nobody', input: () => ({ id: newKey() }), expected: writingBut('NOT_FOUND') },
  ],
  'identity.updateProfile': [{ input: () => ({ firstName: 'A', lastName: 'B' }), expected: writing }],
  'identity.changePassword': [
    { input: () => ({ currentPassword: PASSWORD, newPassword: PASSWORD }), expected: writing },
  ],
  'identity.sessions': [{ expected: reading }],
  'identity.revokeSession': [
    { of: "Ada's", input: async (world) => ({ id: await sessionOfAda(world) }), expected: onlyAda },
    { of: 'nobody', input: () => ({ id: newKey() }), expected: { ...onlyAda, user: 'NOT_FOUND' } },
  ],
  'identity.tokens': [{ expected: reading }],
  'identity.createToken': [
    { input: () => ({ name: 'case', scope: 'write', expiresInDays: 1 }), expected: writing },
    {
      of: 'for admins',
      input: () => ({ name: 'case', scope: 'admin', expiresInDays: 30 }),
      expected: adminWriting,
    },
  ],
  'identity.revokeToken': [
    { of: "Ada's", input: async (world) => ({ id: await tokenOfAda(world) }), expected: onlyAda },
    { of: 'nobody', input: () => ({ id: newKey() }), expected: { ...onlyAda, user: 'NOT_FOUND' } },
  ],
  'wallet.overview': [{ expected: reading }],
  'wallet.transfers': [{ input: () => ({}), expected: reading }],
  'wallet.movements': [{ input: () => ({}), expected: reading }],
  'wallet.deposit': [{ input: () => ({ amountCents: 100, requestId: newKey() }), expected: writing }],
  'wallet.withdrawals': [{ input: () => ({}), expected: adminReading }],
  'wallet.holdWithdrawal': [
    {
      input: async (world) => ({
        transferId: await unsentWithdrawal(world),
        reason: 'A court asks for it.',
      }),
      expected: adminWriting,
    },
    {
      of: 'missing',
      input: () => ({ transferId: newKey(), reason: 'A court asks for it.' }),
      expected: { ...adminWriting, admin: 'NOT_FOUND' },
    },
  ],
  'wallet.releaseWithdrawal': [
    {
      input: async (world) => ({ transferId: await heldWithdrawal(world) }),
      expected: adminWriting,
    },
    {
      of: 'not held',
      input: async (world) => ({ transferId: await unsentWithdrawal(world) }),
      expected: { ...adminWriting, admin: 'NOT_HELD' },
    },
  ],
  'wallet.rejectWithdrawal': [
    {
      input: async (world) => ({
        transferId: await heldWithdrawal(world),
        reason: 'A court asks for it.',
        requestId: newKey(),
      }),
      expected: adminWriting,
    },
    {
      of: 'not held',
      input: async (world) => ({
        transferId: await unsentWithdrawal(world),
        reason: 'A court asks for it.',
        requestId: newKey(),
      }),
      expected: { ...adminWriting, admin: 'NOT_HELD' },
    },
  ],
  'wallet.withdraw': [
    {
      input: () => ({ amountCents: 100, requestId: newKey() }),
      expected: writing,
    },
  ],
  'properties.list': [{ input: () => ({}), expected: everyone }],
  'properties.places': [{ input: () => ({}), expected: everyone }],
  'properties.stats': [{ expected: everyone }],
  'properties.detail': [
    { of: 'approved', input: ({ approved }) => ({ id: approved }), expected: everyone },
    { of: 'pending', input: ({ pending }) => ({ id: pending }), expected: hidden },
    { of: 'rejected', input: ({ rejected }) => ({ id: rejected }), expected: hidden },
    { of: 'missing', input: () => ({ id: 2_000_000_000 }), expected: same('PROPERTY_NOT_FOUND') },
  ],
  'properties.shareholders': marketRows,
  'properties.funding': marketRows,
  'distributions.financials': marketRows,
  'distributions.reportFiles': marketRows,
  'documents.ofProperty': marketRows,
  'documents.titles': [
    { of: 'approved', input: ({ approved }) => ({ propertyId: approved }), expected: everyone },
    { of: 'pending', input: ({ pending }) => ({ propertyId: pending }), expected: hidden },
  ],
  'documents.withdraw': [
    {
      of: "Olga's",
      input: async (world) => ({ documentId: await documentOfOlga(world), reason: 'Out of date.' }),
      expected: adminWriting,
    },
    {
      of: 'nothing',
      input: () => ({ documentId: newKey(), reason: 'Out of date.' }),
      expected: { ...adminWriting, admin: 'DOCUMENT_NOT_FOUND' },
    },
  ],
  'valuations.ofProperty': [
    { of: 'approved', input: ofProperty, expected: everyone },
    { of: 'pending', input: ({ pending }) => ({ propertyId: pending }), expected: hidden },
    {
      of: 'missing',
      input: () => ({ propertyId: 2_000_000_000 }),
      expected: same('PROPERTY_NOT_FOUND'),
    },
  ],
  'valuations.list': [
    { of: 'approved', input: ofProperty, expected: everyone },
    { of: 'pending', input: ({ pending }) => ({ propertyId: pending }), expected: hidden },
  ],
  'valuations.file': [
    {
      of: "Olga's",
      input: async (world) => ({ ...(await freshValuation(world)), requestId: newKey() }),
      expected: { ...writingBut('NOT_YOURS'), owner: 'ok' },
    },
    {
      of: 'pending',
      input: async (world) => ({
        ...(await freshValuation(world)),
        propertyId: world.pending,
        requestId: newKey(),
      }),
      expected: { ...writingBut('PROPERTY_NOT_FOUND'), owner: 'NOT_ON_MARKET' },
    },
  ],
  'valuations.reviewList': [{ input: () => ({}), expected: adminReading }],
  'valuations.approve': [
    {
      of: "Olga's",
      input: async (world) => ({ valuationId: await valuationOfOlga(world), requestId: newKey() }),
      expected: adminWriting,
    },
    {
      of: 'nothing',
      input: () => ({ valuationId: newKey(), requestId: newKey() }),
      expected: { ...adminWriting, admin: 'VALUATION_NOT_FOUND' },
    },
  ],
  'valuations.reject': [
    {
      of: "Olga's",
      input: async (world) => ({
        valuationId: await valuationOfOlga(world),
        reason: 'It is of another building.',
        requestId: newKey(),
      }),
      expected: adminWriting,
    },
  ],
  'properties.submit': [{ input: () => ({ submission, requestId: newKey() }), expected: writing }],
  'properties.resubmit': [
    {
      input: async (world) => ({ id: await freshRejected(world), submission, requestId: newKey() }),
      expected: onlyOwner,
    },
    {
      of: 'missing',
      input: () => ({ id: 2_000_000_000, submission, requestId: newKey() }),
      expected: { ...onlyOwner, owner: 'PROPERTY_NOT_FOUND' },
    },
  ],
  'properties.simpleFormVersions': [
    { of: 'approved', input: ({ approved }) => ({ id: approved }), expected: hiddenMarket },
    { of: 'rejected', input: ({ rejected }) => ({ id: rejected }), expected: hiddenMarket },
  ],
  'properties.adminList': [{ input: () => ({}), expected: adminReading }],
  'properties.setStatus': [
    {
      input: async (world) => ({ id: await freshPending(world), status: 'approved' }),
      expected: adminWriting,
    },
  ],
  'offerings.setOfferingTerms': [
    {
      input: async (world) => ({ id: await freshPending(world), minimumShares: 10, fundingDays: 30 }),
      expected: adminWriting,
    },
  ],
  'offerings.holdRelease': [
    {
      input: async (world) => ({ id: await freshPending(world), reason: 'A lien has turned up.' }),
      expected: adminWriting,
    },
  ],
  'offerings.liftHold': [
    {
      input: async (world) => ({ id: await freshHeld(world) }),
      expected: adminWriting,
    },
  ],
  'offerings.payLender': [
    {
      input: async (world) => ({
        id: await freshHeld(world),
        amountCents: 100,
        reference: 'Loan 4711',
        requestId: newKey(),
      }),
      expected: { ...adminWriting, admin: 'LENDER_AMOUNT_CHANGED' },
    },
  ],
  'investing.invest': [
    {
      of: 'approved',
      input: ({ approved }) => ({ propertyId: approved, shares: 1, requestId: newKey() }),
      expected: writing,
    },
    {
      of: 'pending',
      input: ({ pending }) => ({ propertyId: pending, shares: 1, requestId: newKey() }),
      expected: notOpenOrHidden,
    },
    {
      of: 'missing',
      input: () => ({ propertyId: 2_000_000_000, shares: 1, requestId: newKey() }),
      expected: writingBut('PROPERTY_NOT_FOUND'),
    },
  ],
  'investing.limits': [{ expected: reading }],
  'investing.investments': [{ input: () => ({}), expected: reading }],
  'investing.cancellable': [{ expected: reading }],
  'investing.cancelPurchase': [
    {
      of: "Ada's",
      input: async (world) => ({ investmentId: await purchaseOfAda(world), requestId: newKey() }),
      expected: purchaseOnlyAdas,
    },
    {
      of: 'missing',
      input: () => ({ investmentId: crypto.randomUUID(), requestId: newKey() }),
      expected: writingBut('INVESTMENT_NOT_FOUND'),
    },
  ],
  'portfolio.overview': [{ expected: reading }],
  'portfolio.history': [{ input: () => ({ range: 'all' }), expected: reading }],
  'portfolio.income': [{ expected: reading }],
  'reports.overview': [{ input: () => ({}), expected: reading }],
  'reports.file': [{ input: () => ({ kind: 'statements', format: 'csv' }), expected: reading }],
  'reports.statement': [
    {
      input: () => ({ month: '2001-01' }),
      expected: { ...same('STATEMENT_NOT_FOUND'), visitor: 'UNAUTHORIZED' },
    },
  ],
  'reports.statementFile': [
    {
      input: () => ({ month: '2001-01' }),
      expected: { ...same('STATEMENT_NOT_FOUND'), visitor: 'UNAUTHORIZED' },
    },
  ],
  'certificates.issue': [
    { input: ({ approved }) => ({ propertyId: approved, requestId: newKey() }), expected: writing },
  ],
  'certificates.verify': [
    { of: 'issued', input: async (world) => ({ code: await certificateOfAda(world) }), expected: everyone },
    {
      of: 'unknown',
      input: () => ({ code: '0000-0000-0000-0000' }),
      expected: same('CERTIFICATE_NOT_FOUND'),
    },
  ],
  'trust.facts': [{ expected: everyone }],
  'legal.document': [{ input: () => ({ id: 'terms' }), expected: everyone }],
  'legal.due': [{ expected: reading }],
  'legal.accept': [{ input: () => ({ id: 'terms', version: 1 }), expected: writing }],
  'documentCenter.list': [{ expected: reading }],
  'documentCenter.file': [
    { of: 'legal', input: () => ({ id: 'legal:terms' }), expected: reading },
    {
      of: "Ada's certificate",
      input: async (world) => ({ id: `certificate:${await certificateOfAda(world)}` }),
      expected: {
        ...reading,
        other: 'CERTIFICATE_NOT_FOUND',
        owner: 'CERTIFICATE_NOT_FOUND',
        admin: 'CERTIFICATE_NOT_FOUND',
      },
    },
  ],
  'documentCenter.archive': [{ input: () => ({ ids: ['legal:terms'] }), expected: writing }],
  'ownData.exports': [{ expected: reading }],
  'ownData.requestExport': [{ input: () => ({ requestId: newKey() }), expected: writing }],
  'ownData.openExport': [
    {
      of: "Ada's",
      input: async (world) => ({ id: await exportOfAda(world) }),
      expected: notAdas('NOT_FOUND'),
    },
    { of: 'nobody', input: () => ({ id: randomUUID() }), expected: writingBut('NOT_FOUND') },
  ],
  'ownData.closing': [{ expected: reading }],
  'ownData.closeAccount': [
    {
      of: 'with money in it',
      input: async (world) => {
        await everybodyHasCash(world);
        return { confirmation: 'close my account', requestId: newKey() };
      },
      expected: writingBut('CLOSING_REFUSED'),
    },
    {
      of: 'without the words',
      input: () => ({ confirmation: 'yes', requestId: newKey() }),
      expected: writingBut('MALFORMED'),
    },
  ],
  'resale.listings': [{ input: () => ({}), expected: reading }],
  'resale.ladders': [{ input: () => ({}), expected: reading }],
  'resale.listing': [
    { of: "Sally's", input: async (world) => ({ id: await listingOfSally(world) }), expected: reading },
    {
      of: "Ada's",
      input: async (world) => ({ id: await listingOfAda(world) }),
      expected: { ...reading, user: 'LISTING_CLOSED', reader: 'LISTING_CLOSED' },
    },
    { of: 'nobody', input: () => ({ id: newKey() }), expected: noListing },
  ],
  'resale.marketFigures': [{ expected: reading }],
  'resale.book': marketRows,
  'resale.trades': marketRows,
  'resale.tradingFigures': marketRows,
  'resale.ownListings': [{ input: () => ({ state: 'open' }), expected: reading }],
  'resale.ownBids': [{ input: () => ({ state: 'open' }), expected: reading }],
  'resale.sellable': [{ expected: reading }],
  'resale.openListing': [
    {
      of: 'shares held',
      input: (world) => ({ ...order, ...ofProperty(world), pricePerShareCents: 200, requestId: newKey() }),
      expected: writing,
    },
    {
      of: 'shares not held',
      input: ({ pending }) => ({ ...order, propertyId: pending, requestId: newKey() }),
      expected: { ...same('SHARES_NOT_HELD'), visitor: 'UNAUTHORIZED', reader: 'READ_ONLY_TOKEN' },
    },
  ],
  'resale.repriceListing': [
    {
      of: "Ada's",
      input: async (world) => ({
        listingId: await listingOfAda(world),
        pricePerShareCents: 199,
        requestId: newKey(),
      }),
      expected: orderOfAda,
    },
    {
      of: 'nobody',
      input: () => ({ listingId: newKey(), pricePerShareCents: 1, requestId: newKey() }),
      expected: noOrder,
    },
  ],
  'resale.cancelListing': [
    {
      of: "Ada's",
      input: async (world) => ({ listingId: await listingOfAda(world), requestId: newKey() }),
      expected: orderOfAda,
    },
    { of: 'nobody', input: () => ({ listingId: newKey(), requestId: newKey() }), expected: noOrder },
  ],
  'resale.buyShares': [
    {
      of: "Sally's",
      input: async (world) => ({
        listingId: await listingOfSally(world),
        shares: 1,
        expectedTotalCents: 100,
        requestId: newKey(),
      }),
      expected: writing,
    },
    {
      of: 'nobody',
      input: () => ({ listingId: newKey(), shares: 1, expectedTotalCents: 1, requestId: newKey() }),
      expected: { ...noListing, reader: 'READ_ONLY_TOKEN' },
    },
  ],
  'resale.placeBid': [
    {
      of: 'approved',
      input: (world) => ({ ...order, ...ofProperty(world), pricePerShareCents: 50, requestId: newKey() }),
      expected: writing,
    },
    {
      of: 'pending',
      input: ({ pending }) => ({ ...order, propertyId: pending, requestId: newKey() }),
      expected: notOpen,
    },
  ],
  'resale.cancelBid': [
    {
      of: "Ada's",
      input: async (world) => ({ bidId: await bidOfAda(world), requestId: newKey() }),
      expected: orderOfAda,
    },
    { of: 'nobody', input: () => ({ bidId: newKey(), requestId: newKey() }), expected: noOrder },
  ],
  'resale.washTrades': [{ input: () => ({}), expected: adminReading }],
  'resale.haltTrading': [
    {
      input: async (world) => ({ propertyId: await freshPending(world), reason: 'Under review.' }),
      expected: adminWriting,
    },
  ],
  'resale.resumeTrading': [
    { input: async (world) => ({ propertyId: await freshHalted(world) }), expected: adminWriting },
  ],
  'lots.open': [{ input: ofProperty, expected: reading }],
  'notifications.list': [{ input: () => ({}), expected: reading }],
  'notifications.unreadCount': [{ expected: reading }],
  'notifications.markRead': [
    { of: "Ada's", input: async (world) => ({ id: await notificationOfAda(world) }), expected: onlyAda },
    { of: 'nobody', input: () => ({ id: newKey() }), expected: { ...onlyAda, user: 'NOT_FOUND' } },
  ],
  'notifications.markAllRead': [{ expected: writing }],
  'notifications.removeNotification': [
    { of: "Ada's", input: async (world) => ({ id: await notificationOfAda(world) }), expected: onlyAda },
    { of: 'nobody', input: () => ({ id: newKey() }), expected: { ...onlyAda, user: 'NOT_FOUND' } },
  ],
  'notifications.preferences': [{ expected: reading }],
  'notifications.setPreferences': [{ input: () => notificationChoice, expected: writing }],
  'waitlist.joinWaitlist': [
    { input: () => ({ email: `${newKey()}@example.test`, requestId: newKey() }), expected: everyone },
    { of: 'again', input: anEntry, expected: same('ALREADY_REGISTERED') },
  ],
  'waitlist.entries': [{ input: () => ({}), expected: adminReading }],
  'waitlist.exportEntries': [{ input: () => ({}), expected: adminWriting }],
  'waitlist.stats': [{ expected: adminReading }],
  'waitlist.removeEntry': [
    { of: 'there', input: async (world) => ({ id: await anEntryId(world) }), expected: adminWriting },
    { of: 'missing', input: () => ({ id: newKey() }), expected: { ...adminWriting, admin: 'NOT_FOUND' } },
  ],
  'autoInvest.overview': [{ expected: reading }],
  'autoInvest.decisions': [{ input: () => ({}), expected: reading }],
  'autoInvest.allocation': [
    {
      of: 'a run that does not exist',
      input: ({ approved }) => ({ runId: randomUUID(), propertyId: approved }),
      expected: { ...same('RUN_NOT_FOUND'), visitor: 'UNAUTHORIZED' },
    },
  ],
  'autoInvest.allocationFile': [
    {
      of: 'a run that does not exist',
      input: ({ approved }) => ({ runId: randomUUID(), propertyId: approved }),
      expected: { ...same('RUN_NOT_FOUND'), visitor: 'UNAUTHORIZED' },
    },
  ],
  'autoInvest.saveSettings': [{ input: () => defaultSettings, expected: writing }],
  'autoInvest.simulate': [{ input: () => ({}), expected: writingBut('NOT_ENABLED') }],
  'autoInvest.skip': [
    {
      of: 'a match that does not exist',
      input: () => ({ decisionId: randomUUID() }),
      expected: writingBut('MATCH_NOT_FOUND'),
    },
  ],
  'backOffice.users': [{ input: () => ({}), expected: adminReading }],
  'backOffice.user': [
    { input: ({ ada }) => ({ userId: ada.id }), expected: adminReading },
    { of: 'nobody', input: () => ({ userId: newKey() }), expected: { ...adminReading, admin: 'NOT_FOUND' } },
  ],
  'books.overview': [{ expected: adminReading }],
  'books.properties': [{ input: () => ({}), expected: adminReading }],
  'books.months': [{ expected: adminReading }],
  'books.requestVerification': [{ input: () => ({}), expected: adminWriting }],
  'jobs.queues': [{ expected: adminReading }],
  'jobs.list': [{ input: () => ({}), expected: adminReading }],
  'jobs.retryJob': [
    { input: () => ({ id: newKey() }), expected: { ...adminWriting, admin: 'JOB_NOT_FOUND' } },
  ],
  'jobs.setAsideJob': [
    {
      input: () => ({ id: newKey(), reason: 'Done by hand.' }),
      expected: { ...adminWriting, admin: 'JOB_NOT_FOUND' },
    },
  ],
  'registers.releases': [{ input: () => ({}), expected: adminReading }],
  'registers.releaseRegister': [
    {
      input: ({ approved }) => ({ propertyId: approved, purpose: 'A court asks for it.' }),
      expected: adminWriting,
    },
  ],
  'registers.downloadRegister': [
    { input: () => ({ id: newKey() }), expected: { ...adminWriting, admin: 'RELEASE_NOT_FOUND' } },
  ],
  'tax.figures': [{ input: () => ({ year: 2026 }), expected: reading }],
  'tax.taxableYears': [{ input: () => ({}), expected: adminReading }],
  'tax.classify': [
    {
      of: 'a property of someone else, without its document',
      input: ({ approved }) => ({
        propertyId: approved,
        year: 2020,
        replaces: 0,
        ...noBoxes,
        documentId: newKey(),
        requestId: newKey(),
      }),
      expected: { ...adminWriting, admin: 'DOCUMENT_NOT_OF_PROPERTY' },
    },
  ],
  'tax.exports': [{ input: () => ({}), expected: adminReading }],
  'tax.releaseExport': [
    {
      input: () => ({ form: '1099-MISC', year: 2020, template: 'Box 3', requestId: newKey() }),
      expected: adminWriting,
    },
  ],
  'tax.downloadExport': [
    { input: () => ({ id: newKey() }), expected: { ...adminWriting, admin: 'EXPORT_NOT_FOUND' } },
  ],
  'backOffice.waiting': [{ expected: adminReading }],
  'analytics.funnel': [{ expected: adminReading }],
  'audit.log': [{ input: () => ({}), expected: adminReading }],
  'audit.actions': [{ expected: adminReading }],
  'audit.verifyPart': [{ input: () => ({}), expected: adminReading }],
  'audit.exportLog': [{ input: () => ({}), expected: adminWriting }],
  'freezes.freezeAccount': [
    {
      input: async (world) => ({
        userId: (await aUser(world.t.platform)).id,
        reason: 'A court asks for it.',
      }),
      expected: adminWriting,
    },
    {
      of: 'their own',
      input: (world) => ({ userId: world.admin.id, reason: 'A court asks for it.' }),
      expected: { ...adminWriting, admin: 'OWN_ACCOUNT' },
    },
    {
      of: 'nobody',
      input: () => ({ userId: newKey(), reason: 'A court asks for it.' }),
      expected: { ...adminWriting, admin: 'NOT_FOUND' },
    },
  ],
  'freezes.unfreezeAccount': [
    {
      input: async (world) => ({ userId: await aFrozenAccount(world), reason: 'The court is done.' }),
      expected: adminWriting,
    },
    {
      of: 'their own',
      input: (world) => ({ userId: world.admin.id, reason: 'The court is done.' }),
      expected: { ...adminWriting, admin: 'OWN_ACCOUNT' },
    },
  ],
  'referrals.overview': [{ expected: reading }],
  'referrals.list': [{ input: () => ({}), expected: reading }],
  'referrals.choices': [{ input: () => ({ shares: 1 }), expected: reading }],
  'referrals.makeCode': [{ expected: writing }],
  'referrals.chooseReward': [
    {
      input: ({ approved }) => ({ tier: 3, propertyId: approved, requestId: newKey() }),
      expected: writingBut('REWARD_NOT_FOUND'),
    },
  ],
  'watchlist.list': [{ input: () => ({}), expected: reading }],
  'watchlist.summary': [{ expected: reading }],
  'watchlist.watchedIds': [{ expected: reading }],
  'watchlist.alerts': [{ expected: reading }],
  'watchlist.watchProperty': [
    { of: 'approved', input: ({ approved }) => ({ propertyId: approved }), expected: writing },
    {
      of: 'missing',
      input: () => ({ propertyId: 2_000_000_000 }),
      expected: writingBut('PROPERTY_NOT_FOUND'),
    },
  ],
  'watchlist.unwatchProperty': [{ input: ({ approved }) => ({ propertyId: approved }), expected: writing }],
  'watchlist.setAlerts': [{ input: () => ({ alerts: DEFAULT_ALERTS }), expected: writing }],
  'watchlist.setPropertyAlerts': [
    {
      of: 'not watched',
      input: () => ({ propertyId: 2_000_000_000, alerts: null }),
      expected: writingBut('NOT_WATCHED'),
    },
  ],
  'waitlist.clear': [{ input: () => ({ requestId: newKey() }), expected: adminWriting }],
  'search.suggestions': [{ input: () => ({ q: 'au' }), expected: reading }],
  'learn.list': [{ input: () => ({}), expected: everyone }],
  'learn.article': [
    {
      of: 'published',
      input: async (world) => ({ slug: (await anArticle(world)).slug }),
      expected: everyone,
    },
    {
      of: 'draft',
      input: async (world) => ({ slug: (await anArticle(world, 'draft')).slug }),
      expected: same('ARTICLE_NOT_FOUND'),
    },
    { of: 'missing', input: () => ({ slug: 'never-written' }), expected: same('ARTICLE_NOT_FOUND') },
  ],
  'learn.adminList': [{ expected: adminReading }],
  'learn.adminArticle': [
    { input: async (world) => ({ id: (await anArticle(world, 'draft')).id }), expected: adminReading },
    {
      of: 'missing',
      input: () => ({ id: newKey() }),
      expected: { ...adminReading, admin: 'ARTICLE_NOT_FOUND' },
    },
  ],
  'learn.preview': [{ input: () => ({ body: '**bold**' }), expected: adminWriting }],
  'learn.createArticle': [
    { input: () => ({ article: anArticleText(), requestId: newKey() }), expected: adminWriting },
  ],
  'learn.updateArticle': [
    {
      input: async (world) => ({
        id: (await anArticle(world, 'draft')).id,
        version: 1,
        article: anArticleText(),
      }),
      expected: adminWriting,
    },
  ],
  'learn.publishArticle': [
    { input: async (world) => ({ id: (await anArticle(world, 'draft')).id }), expected: adminWriting },
  ],
  'learn.unpublishArticle': [
    { input: async (world) => ({ id: (await anArticle(world)).id }), expected: adminWriting },
  ],
  'learn.removeArticle': [
    { input: async (world) => ({ id: (await anArticle(world, 'draft')).id }), expected: adminWriting },
  ],
  'onboarding.record': [{ expected: reading }],
  'onboarding.firstFilters': [{ expected: reading }],
  'onboarding.complete': [{ input: () => ({ answers: onboardingAnswers }), expected: writing }],
  'onboarding.skip': [{ input: () => ({ step: 1, answers: {} }), expected: writing }],
  'onboarding.finishLater': [{ expected: writing }],
  'onboarding.resume': [{ expected: writing }],
  'distributions.paid': [
    { of: 'approved', input: ({ earning }) => ({ propertyId: earning[0] }), expected: everyone },
    { of: 'pending', input: ({ pending }) => ({ propertyId: pending }), expected: hidden },
  ],
  'distributions.paidEverywhere': [{ expected: everyone }],
  'distributions.ofProperty': [
    { of: 'approved', input: ({ earning }) => ({ propertyId: earning[0] }), expected: everyone },
    { of: 'pending', input: ({ pending }) => ({ propertyId: pending }), expected: hidden },
  ],
  'distributions.statement': [
    {
      of: 'prepared',
      input: ({ earning, quarter }) => ({ id: `${earning[0]}-${quarter}` }),
      expected: preparedStatement,
    },
    {
      of: 'missing',
      input: () => ({ id: '2000000000-2026-Q1' }),
      expected: { ...same('DISTRIBUTION_NOT_FOUND'), visitor: 'UNAUTHORIZED' },
    },
  ],
  'distributions.reinvestment': [{ input: ({ approved }) => ({ propertyId: approved }), expected: reading }],
  'distributions.setReinvestment': [
    { input: ({ approved }) => ({ propertyId: approved, reinvest: false }), expected: writing },
    {
      of: 'to reinvest',
      input: ({ earning }) => ({ propertyId: earning[0], reinvest: true }),
      expected: { ...writing, other: 'NOT_A_HOLDER', owner: 'NOT_A_HOLDER', admin: 'NOT_A_HOLDER' },
    },
  ],
  'distributions.ownerOverview': [{ expected: reading }],
  'distributions.ownerReports': [{ input: () => ({}), expected: reading }],
  'distributions.ownerHistory': [{ input: () => ({}), expected: reading }],
  'distributions.ownerCsv': [{ expected: reading }],
  'distributions.reportSheet': [
    {
      input: ({ earning }) => ({ propertyId: earning[1] }),
      expected: { ...onlyOwner, reader: 'PROPERTY_NOT_FOUND' },
    },
  ],
  'distributions.reportMonth': [
    {
      input: ({ earning, quarter }) => ({
        propertyId: earning[1],
        month: monthsOf(quarter)[2],
        lines: noLines,
        requestId: newKey(),
      }),
      expected: onlyOwner,
    },
  ],
  'distributions.monthDraft': [
    {
      input: ({ earning, quarter }) => ({ propertyId: earning[1], month: monthsOf(quarter)[2] }),
      expected: { ...onlyOwner, reader: 'PROPERTY_NOT_FOUND' },
    },
  ],
  'distributions.saveMonthDraft': [
    {
      input: async (world) => ({ ...(await draftOfOlga(world)), entries: [], imports: [] }),
      expected: onlyOwner,
    },
  ],
  'distributions.reportMonthDraft': [
    {
      input: async (world) => ({ ...(await draftOfOlga(world)), requestId: newKey() }),
      expected: onlyOwner,
    },
  ],
  'distributions.statementEntries': [
    {
      of: 'prepared',
      input: ({ earning, quarter }) => ({ id: `${earning[0]}-${quarter}`, line: 'rent' }),
      expected: preparedStatement,
    },
  ],
  'distributions.statementFiles': [
    {
      of: 'prepared',
      input: ({ earning, quarter }) => ({ id: `${earning[0]}-${quarter}` }),
      expected: preparedStatement,
    },
  ],
  'distributions.adminList': [{ input: () => ({}), expected: adminReading }],
  'distributions.returnStatement': [
    {
      input: async ({ t, earning, quarter }) => {
        await t.platform.jobs.drain();
        return { id: `${earning[1]}-${quarter}`, reason: 'The taxes are missing.' };
      },
      expected: adminWriting,
    },
  ],
  'distributions.approve': [
    {
      input: async ({ admin, earning, quarter }) => {
        const { id, preparedAt } = await api(admin).distributions.statement({
          id: `${earning[0]}-${quarter}`,
        });
        return { id, expectedNetCents: 0, preparedAt, requestId: newKey() };
      },
      expected: adminWriting,
    },
  ],
  'analytics.figures': [{ input: () => ({}), expected: adminReading }],
  'analytics.properties': [{ input: () => ({}), expected: adminReading }],
  'analytics.exportProperties': [{ input: () => ({}), expected: adminReading }],
  'analytics.exportTrends': [{ input: () => ({}), expected: adminReading }],
  'owners.portfolio': [{ expected: reading }],
  'owners.properties': [{ input: () => ({}), expected: reading }],
  'owners.property': [
    {
      of: 'approved',
      input: ({ approved }) => ({ id: approved }),
      expected: { ...onlyOwner, reader: 'PROPERTY_NOT_FOUND' },
    },
  ],
  'governance.proposals': [
    { of: 'approved', input: ({ earning }) => ({ propertyId: earning[0] }), expected: everyone },
    { of: 'pending', input: ({ pending }) => ({ propertyId: pending }), expected: hidden },
  ],
  'governance.open': [{ input: ({ earning }) => ({ propertyIds: [earning[0]] }), expected: reading }],
  'governance.ballots': [
    {
      input: ({ proposal }) => ({ proposalId: proposal }),
      expected: { ...same('NO_BALLOTS'), visitor: 'UNAUTHORIZED', user: 'ok', reader: 'ok', admin: 'ok' },
    },
    {
      of: 'missing',
      input: () => ({ proposalId: newKey() }),
      expected: { ...same('PROPOSAL_NOT_FOUND'), visitor: 'UNAUTHORIZED' },
    },
  ],
  'governance.propose': [
    {
      input: ({ approved }) => ({
        propertyId: approved,
        title: 'A new roof',
        description: 'Slate.',
        votingDays: 7,
        requestId: newKey(),
      }),
      expected: { ...writing, user: 'NOT_YOURS', other: 'NOT_YOURS' },
    },
  ],
  'governance.vote': [
    {
      input: ({ proposal }) => ({ proposalId: proposal, choice: 'yes' }),
      expected: { ...writing, other: 'NO_VOTE', owner: 'OWNER_HAS_NO_VOTE', admin: 'NO_VOTE' },
    },
    {
      of: 'missing',
      input: () => ({ proposalId: newKey(), choice: 'no' }),
      expected: { ...same('PROPOSAL_NOT_FOUND'), visitor: 'UNAUTHORIZED', reader: 'READ_ONLY_TOKEN' },
    },
  ],
  'governance.followUp': [
    {
      input: ({ proposal }) => ({ proposalId: proposal, text: 'Done.' }),
      expected: {
        ...writing,
        user: 'NOT_YOURS',
        other: 'NOT_YOURS',
        owner: 'STILL_OPEN',
        admin: 'STILL_OPEN',
      },
    },
  ],
  'kyc.application': [{ expected: reading }],
  'kyc.savePersonal': [{ input: () => personal, expected: applicants }],
  'kyc.saveAddress': [{ input: () => address, expected: applicants }],
  'kyc.saveEmployment': [{ input: () => employment, expected: applicants }],
  'kyc.removeDocument': [{ input: () => ({ kind: 'incomeVerification' }), expected: applicants }],
  'kyc.submit': [
    {
      input: () => ({ riskAcknowledged: true, requestId: newKey() }),
      expected: {
        ...writing,
        user: 'KYC_LOCKED',
        other: 'KYC_INCOMPLETE',
        owner: 'KYC_INCOMPLETE',
        admin: 'KYC_INCOMPLETE',
      },
    },
  ],
  'kyc.startAgain': [
    {
      expected: { ...same('KYC_NOT_REJECTED'), visitor: 'UNAUTHORIZED', reader: 'READ_ONLY_TOKEN' },
    },
  ],
  'kyc.queue': [{ input: () => ({}), expected: adminReading }],
  'kyc.reviewed': [
    { of: "Ada's", input: ({ ada }) => ({ applicantId: ada.id }), expected: adminReading },
    {
      of: 'nobody',
      input: () => ({ applicantId: newKey() }),
      expected: { ...adminReading, admin: 'NOT_FOUND' },
    },
  ],
  'kyc.decide': [{ input: aFreshApplication, expected: adminWriting }],
  'kyc.compareDateOfBirth': [
    {
      input: ({ ada }) => ({ applicantId: ada.id, dateOfBirth: '1990-02-28' }),
      expected: adminWriting,
    },
  ],
  'approvals.list': [{ input: () => ({}), expected: adminReading }],
  'approvals.setting': [{ expected: adminReading }],
  'approvals.request': [
    {
      input: async (world) => ({
        command: 'offerings.liftHold',
        input: { id: await freshHeld(world) },
        reason: 'The lien is gone.',
        requestId: newKey(),
      }),
      expected: adminWriting,
    },
  ],
  'approvals.execute': [
    { of: "another admin's", input: aRequest, expected: { ...adminWriting, admin: 'ROLE_TOO_NEW' } },
    {
      of: 'nobody',
      input: () => ({ id: newKey() }),
      expected: { ...adminWriting, admin: 'REQUEST_NOT_FOUND' },
    },
  ],
  'approvals.decline': [
    { input: async (world) => ({ ...(await aRequest(world)), reason: 'No.' }), expected: adminWriting },
  ],
  'approvals.withdraw': [{ input: aRequest, expected: { ...adminWriting, admin: 'NOT_YOUR_REQUEST' } }],
  'approvals.aboutCaller': [{ expected: reading }],
  'approvals.object': [{ of: "nobody's", input: aRequest, expected: writingBut('REQUEST_NOT_FOUND') }],
  'identity.endSessionsOf': [
    {
      input: async ({ t }) => ({ userId: (await aUser(t.platform)).id, reason: 'A laptop was stolen.' }),
      expected: adminWriting,
    },
    {
      of: 'their own',
      input: ({ admin }) => ({ userId: admin.id, reason: 'A laptop was stolen.' }),
      expected: { ...adminWriting, admin: 'OWN_ACCESS' },
    },
  ],
  'identity.resetSecondFactor': [
    {
      input: async ({ t }) => ({ userId: (await aUser(t.platform)).id }),
      expected: { ...adminWriting, admin: 'APPROVAL_REQUIRED' },
    },
  ],
  'identity.grantAdminRole': [
    {
      input: async ({ t }) => ({ userId: (await aUser(t.platform)).id, reason: 'A new colleague.' }),
      expected: adminWriting,
    },
  ],
  'identity.takeAdminRole': [
    {
      input: async ({ t }) => ({ userId: (await anAdmin(t.platform)).id, reason: 'They left.' }),
      expected: adminWriting,
    },
  ],
  'submissions.unfiled': [{ input: () => ({ wayIn: 'quick' }), expected: reading }],
  'submissions.dateDocument': [
    {
      input: async (world) => ({ ...(await documentOfAdasForm(world)), dated: '2026-01-02' }),
      expected: notAdas('DOCUMENT_NOT_FOUND'),
    },
  ],
  'submissions.removeDocument': [{ input: documentOfAdasForm, expected: notAdas('DOCUMENT_NOT_FOUND') }],
  'submissions.submit': [{ input: filingOfAda, expected: notAdas('DOCUMENT_NOT_FOUND') }],
  'submissions.answer': [
    {
      input: async (world) => ({
        ...(await ofAdasSubmission(world)),
        body: 'It is let until March.',
        requestId: newKey(),
      }),
      expected: { ...notAdas('SUBMISSION_NOT_FOUND'), user: 'NO_QUESTION' },
    },
  ],
  'submissions.mine': [{ input: () => ({}), expected: reading }],
  'submissions.own': [
    {
      input: ofAdasSubmission,
      expected: { ...notAdas('SUBMISSION_NOT_FOUND'), reader: 'ok' },
    },
  ],
  'intake.draft': [{ expected: reading }],
  'intake.saveDraft': [{ input: savingOfAda, expected: notAdas('DRAFT_CHANGED') }],
  'intake.calculateValuation': [
    {
      input: async (world) => ({ expectedVersion: (await readyDraftOfAda(world)).expectedVersion }),
      expected: notAdas('NO_DRAFT'),
    },
  ],
  'intake.submit': [
    {
      input: async (world) => ({ ...(await readyDraftOfAda(world)), requestId: newKey() }),
      expected: notAdas('NO_DRAFT'),
    },
  ],
  'intake.discardDraft': [
    {
      input: async (world) => ({ expectedVersion: (await readyDraftOfAda(world)).expectedVersion }),
      expected: notAdas('NO_DRAFT'),
    },
  ],
  'intake.startAgain': [
    {
      input: ofAdasSubmission,
      expected: { ...notAdas('SUBMISSION_NOT_FOUND'), user: 'DRAFT_OPEN' },
    },
  ],
  'intake.startAnother': [{ expected: writing }],
  'submissions.queue': [{ input: () => ({}), expected: adminReading }],
  'submissions.reviewed': [
    { input: ofAdasSubmission, expected: adminReading },
    {
      of: 'missing',
      input: () => ({ submissionId: newKey() }),
      expected: { ...adminReading, admin: 'SUBMISSION_NOT_FOUND' },
    },
  ],
  'submissions.judgeDocument': [
    {
      input: async (world) => ({
        documentId: (await submissionOfAda(world)).documentId,
        verdict: 'accepted',
      }),
      expected: adminWriting,
    },
    {
      of: 'not submitted yet',
      input: async (world) => ({ ...(await documentOfAdasForm(world)), verdict: 'accepted' }),
      expected: { ...adminWriting, admin: 'DOCUMENT_NOT_FOUND' },
    },
  ],
  'submissions.confirm': [
    {
      input: async (world) => ({
        ...(await submissionOfAda(world)),
        value: { item: 'name', name: 'Elm House' },
      }),
      expected: adminWriting,
    },
  ],
  'submissions.ask': [
    {
      input: async (world) => ({
        ...(await ofAdasSubmission(world)),
        body: 'Who lives there?',
        requestId: newKey(),
      }),
      expected: adminWriting,
    },
  ],
  'submissions.recordContact': [
    { input: ofAdasSubmission, expected: { ...adminWriting, admin: 'NO_CONTACT_PROMISED' } },
  ],
  'submissions.approve': [
    {
      of: 'unconfirmed',
      input: async (world) => ({ ...(await decisionOnAda(world)), requestId: newKey() }),
      expected: { ...adminWriting, admin: 'NOT_CONFIRMED' },
    },
  ],
  'submissions.reject': [
    {
      input: async (world) => ({
        ...(await decisionOnAda(world)),
        reason: 'No deed.',
        requestId: newKey(),
      }),
      expected: adminWriting,
    },
  ],
  'live.changes': [{ expected: reading }],
};

interface RestRequest {
  path?: string;
  body?: unknown;
  /** Sent as it is, in place of a JSON body. */
  file?: Uint8Array;
}

export interface RestRow extends Omit<Row, 'input'> {
  request: (world: World) => Promise<RestRequest> | RestRequest;
}

const plain = () => ({});

/** A sent file instead of JSON. */
const filers: Expected = {
  ...writing,
  user: 'NOT_YOURS',
  other: 'NOT_YOURS',
};
const hiddenDocument: Expected = {
  ...same('DOCUMENT_NOT_FOUND'),
  visitor: 'UNAUTHORIZED',
  owner: 'ok',
  admin: 'ok',
};
const filing = (which: 'approved' | 'pending') => async (world: World) => ({
  path: `/api/properties/${world[which]}/documents?kind=other&title=Plan&dated=2026-01-02`,
  file: await aPhoto(),
});
const aFile = async () => ({ path: '/api/kyc/documents/incomeVerification', file: await aPhoto() });

/** Callers of each REST path, with a request that is fine in itself. */
export const restRows: Record<string, readonly RestRow[]> = {
  'POST /api/auth/sign-up': [{ request: () => ({ body: someone() }), expected: everyone }],
  'POST /api/auth/sign-in': [
    { request: ({ oscar }) => ({ body: { email: oscar.email, password: PASSWORD } }), expected: everyone },
  ],
  'POST /api/auth/sign-in/confirm': [
    { request: () => ({ body: { code: '123456' } }), expected: same('SIGN_IN_EXPIRED') },
  ],
  'GET /api/auth/user': [{ request: plain, expected: reading }],
  'GET /api/properties': [{ request: plain, expected: everyone }],
  'POST /api/properties': [{ request: () => ({ body: submission }), expected: writing }],
  'GET /api/properties/{id}': [
    {
      of: 'approved',
      request: ({ approved }) => ({ path: `/api/properties/${approved}` }),
      expected: everyone,
    },
    { of: 'pending', request: ({ pending }) => ({ path: `/api/properties/${pending}` }), expected: hidden },
    {
      of: 'rejected',
      request: ({ rejected }) => ({ path: `/api/properties/${rejected}` }),
      expected: hidden,
    },
    {
      of: 'missing',
      request: () => ({ path: '/api/properties/2000000000' }),
      expected: same('PROPERTY_NOT_FOUND'),
    },
  ],
  'GET /api/property-images/{id}': [
    {
      of: 'approved',
      request: async (world) => ({ path: await pictureOfOlga(world, 'approved') }),
      expected: everyone,
    },
    {
      of: 'pending',
      request: async (world) => ({ path: await pictureOfOlga(world, 'pending') }),
      expected: { ...same('IMAGE_NOT_FOUND'), owner: 'ok', admin: 'ok' },
    },
  ],
  'PATCH /api/properties/{id}': [
    {
      request: async (world) => ({
        path: `/api/properties/${await freshPending(world)}`,
        body: { status: 'approved' },
      }),
      // Every caller here comes with an access token, which proves nobody's identity.
      expected: { ...adminWriting, admin: 'CONFIRM_IDENTITY' },
    },
  ],
  'POST /api/properties/{id}/submissions': [
    {
      request: async (world) => ({
        path: `/api/properties/${await freshRejected(world)}/submissions`,
        body: submission,
      }),
      expected: onlyOwner,
    },
  ],
  'GET /api/admin/properties': [{ request: plain, expected: adminReading }],
  'POST /api/investments': [
    {
      of: 'approved',
      request: ({ approved }) => ({ body: { propertyId: approved, shares: 1 } }),
      expected: writing,
    },
    {
      of: 'pending',
      request: ({ pending }) => ({ body: { propertyId: pending, shares: 1 } }),
      expected: notOpenOrHidden,
    },
  ],
  'POST /api/investments/{id}/cancel': [
    {
      request: async (world) => ({ path: `/api/investments/${await purchaseOfAda(world)}/cancel` }),
      expected: purchaseOnlyAdas,
    },
  ],
  'GET /api/investments/user': [{ request: plain, expected: reading }],
  'GET /api/portfolio/summary': [{ request: plain, expected: reading }],
  'GET /api/own-data/exports/{id}': [
    {
      of: "Ada's, by a token, which never proves who someone is",
      request: async (world) => ({ path: `/api/own-data/exports/${await exportOfAda(world)}` }),
      expected: {
        ...same('NOT_FOUND'),
        visitor: 'UNAUTHORIZED',
        user: 'CONFIRM_IDENTITY',
        reader: 'CONFIRM_IDENTITY',
      },
    },
    {
      of: 'nobody',
      request: () => ({ path: `/api/own-data/exports/${randomUUID()}` }),
      expected: { ...same('NOT_FOUND'), visitor: 'UNAUTHORIZED' },
    },
  ],
  'GET /api/certificates/keys': [{ request: plain, expected: everyone }],
  'POST /api/properties/{id}/documents': [
    { of: 'approved', request: filing('approved'), expected: filers },
    {
      of: 'pending',
      request: filing('pending'),
      expected: { ...filers, user: 'PROPERTY_NOT_FOUND', other: 'PROPERTY_NOT_FOUND' },
    },
  ],
  'GET /api/documents/{id}': [
    {
      of: "Olga's approved property",
      request: async (world) => ({ path: `/api/documents/${await documentOfOlga(world)}` }),
      expected: reading,
    },
    {
      of: "Olga's pending property",
      request: async (world) => ({ path: `/api/documents/${await documentOfOlga(world, 'pending')}` }),
      expected: hiddenDocument,
    },
    {
      of: 'withdrawn',
      request: async (world) => ({ path: `/api/documents/${await withdrawnDocument(world)}` }),
      expected: { ...hiddenDocument, owner: 'DOCUMENT_NOT_FOUND' },
    },
    {
      of: 'nothing',
      request: () => ({ path: `/api/documents/${newKey()}` }),
      expected: { ...hiddenDocument, owner: 'DOCUMENT_NOT_FOUND', admin: 'DOCUMENT_NOT_FOUND' },
    },
  ],
  'POST /api/properties/{id}/reports/{month}/bank-files': [
    {
      request: async (world) => {
        const { propertyId, month, version } = await draftOfOlga(world);
        const columns = 'date=0&dateOrder=ymd&counterparty=1&amount=2';
        return {
          path: `/api/properties/${propertyId}/reports/${month}/bank-files?version=${version}&${columns}`,
          file: new TextEncoder().encode(`Date,Payee,Amount\n${month}-05,${newKey()},1.00`),
        };
      },
      expected: onlyOwner,
    },
  ],
  'POST /api/properties/{id}/receipts': [
    {
      request: async ({ earning }) => ({
        path: `/api/properties/${earning[1]}/receipts`,
        file: await aPhoto(),
      }),
      expected: onlyOwner,
    },
  ],
  'GET /api/receipts/{id}': [
    {
      of: 'a draft of Olga',
      request: async (world) => ({ path: `/api/receipts/${await receiptOfOlga(world)}` }),
      expected: { ...same('RECEIPT_HIDDEN'), visitor: 'UNAUTHORIZED', owner: 'ok' },
    },
    {
      of: 'nothing',
      request: () => ({ path: `/api/receipts/${newKey()}` }),
      expected: { ...same('RECEIPT_HIDDEN'), visitor: 'UNAUTHORIZED' },
    },
  ],
  'GET /api/statements/{id}': [
    {
      of: 'not approved',
      request: ({ earning: [, id], quarter }) => ({ path: `/api/statements/${id}-${quarter}` }),
      expected: preparedStatement,
    },
  ],
  'GET /api/properties/{id}/reports/{month}': [
    {
      of: 'reported',
      request: ({ earning: [id], quarter }) => ({
        path: `/api/properties/${id}/reports/${monthsOf(quarter)[0]}`,
      }),
      expected: reading,
    },
    {
      of: 'not reported',
      request: ({ approved }) => ({ path: `/api/properties/${approved}/reports/2020-01` }),
      expected: { ...same('REPORT_NOT_FOUND'), visitor: 'UNAUTHORIZED' },
    },
  ],
  'POST /api/kyc/documents/{kind}': [{ request: aFile, expected: applicants }],
  'GET /api/kyc/files/{id}': [
    {
      of: "Ada's",
      request: async (world) => ({ path: `/api/kyc/files/${await documentOfAda(world)}` }),
      expected: { ...reading, other: 'NOT_FOUND', owner: 'NOT_FOUND' },
    },
    {
      of: 'nobody',
      request: () => ({ path: `/api/kyc/files/${newKey()}` }),
      expected: { ...same('NOT_FOUND'), visitor: 'UNAUTHORIZED' },
    },
  ],
  'POST /api/submission-documents': [
    {
      request: async () => ({
        path: '/api/submission-documents?wayIn=quick&kind=photo',
        file: await aPhoto(),
      }),
      expected: writing,
    },
  ],
  'GET /api/submission-documents/{id}': [
    {
      of: "Ada's submission",
      request: async (world) => ({
        path: `/api/submission-documents/${(await submissionOfAda(world)).documentId}`,
      }),
      expected: { ...reading, other: 'DOCUMENT_NOT_FOUND', owner: 'DOCUMENT_NOT_FOUND' },
    },
    {
      of: 'a form that Ada has not submitted',
      request: async (world) => ({ path: `/api/submission-documents/${await unfiledDocumentOfAda(world)}` }),
      expected: { ...notAdas('DOCUMENT_NOT_FOUND'), reader: 'ok' },
    },
  ],
  'POST /api/wallet/deposits': [{ request: () => ({ body: { amount: '1.00' } }), expected: writing }],
};

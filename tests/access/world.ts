import { passkeys } from '#db/schema/identity.ts';
import { propertyImages } from '#db/schema/property-images.ts';
import { monthsOf, noLines, quarterOf } from '#features/distributions/distributions.rules.ts';
import { uploadReceipt } from '#features/distributions/server/receipts.ts';
import { uploadDocument } from '#features/documents/server/index.ts';
import { storeFile } from '#features/files/server/index.ts';
import { createSession } from '#features/identity/server/sessions/sessions.ts';
import { storeImage } from '#features/properties/server/store-image.ts';
import { monthStart } from '#kernel/months.ts';
import { SECOND } from '#kernel/time.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import {
  anAdmin,
  anApprovedProperty,
  aPendingProperty,
  api,
  aUser,
  contextOf,
  fund,
  newKey,
  notifyPerson,
  type Person,
} from '../support/actors.ts';
import { applyForReview } from '../support/applicants.ts';
import { cashOf } from '../support/checks.ts';
import { fullDraft, inCity, saveOver } from '../support/intake.ts';
import { type TestPlatform, testPlatform } from '../support/platform.ts';
import { type TestClock, testClock } from '../support/ports.ts';
import {
  aSubmission,
  aSubmissionDocument,
  quickDocuments,
  submissionFields,
} from '../support/submissions.ts';
import { aPdf, aPhoto } from '../support/uploads.ts';
import { aFiledValuation, anAppraisal } from '../support/valuations.ts';

/** Ada owns the sessions, tokens and money in question, Olga the properties, Sally offers shares; Oscar and visitors own nothing. */
export interface World {
  t: TestPlatform & { clock: TestClock };
  ada: Person;
  oscar: Person;
  olga: Person;
  sally: Person;
  admin: Person;
  approved: number;
  pending: number;
  rejected: number;
  /** Two properties of Olga's with a prepared statement each, of the last quarter; Ada holds a share of the first. */
  earning: readonly [number, number];
  /** The quarter of these statements. */
  quarter: string;
  /** A proposal on the first of them. */
  proposal: string;
}

export const callers = ['visitor', 'user', 'other', 'owner', 'admin', 'reader'] as const;
export type CallerName = (typeof callers)[number];

export async function buildWorld(): Promise<World> {
  // Not at the start of a quarter: in its first hour the statements of the last one are not prepared yet.
  const t = await testPlatform({ clock: testClock(new Date('2026-11-20T12:00:00Z')) });
  const admin = await anAdmin(t.platform);
  await fund(admin, 1_000_000);
  const [ada, oscar, olga, sally] = [
    await aUser(t.platform, { cash: 9_000_000 }),
    await aUser(t.platform, { cash: 1_000_000 }),
    await aUser(t.platform, { cash: 1_000_000 }),
    await aUser(t.platform, { cash: 1_000_000 }),
  ];
  const offering = { shares: 1_000, price: 100, owner: olga, admin };
  const approved = (await anApprovedProperty(t.platform, offering)).id;
  for (const holder of [ada, oscar, olga, sally, admin]) {
    await api(holder).investing.invest({ propertyId: approved, shares: 40, requestId: newKey() });
  }
  const pending = (await aPendingProperty(t.platform, offering)).id;
  const rejected = (await aPendingProperty(t.platform, offering)).id;
  await api(admin).properties.setStatus({ id: rejected, status: 'rejected', reason: 'No deed.' });
  await applyForReview(ada);
  const earnings = await earningProperties(t, { ada, olga, admin });
  return { t, ada, oscar, olga, sally, admin, approved, pending, rejected, ...earnings };
}

const buyOne = (person: Person, propertyId: number) =>
  api(person).investing.invest({ propertyId, shares: 1, requestId: newKey() });

/** Two properties that were approved in the last quarter, with every month reported. */
async function earningProperties(
  { platform, clock }: Awaited<ReturnType<typeof testPlatform>>,
  { ada, olga, admin }: { ada: Person; olga: Person; admin: Person },
) {
  const present = clock.now();
  const month = (at: Date) => at.toISOString().slice(0, 7);
  const thisQuarter = monthsOf(quarterOf(month(present)))[0] ?? '';
  const quarter = quarterOf(month(monthStart(thisQuarter, -1)));
  clock.moveTo(monthStart(thisQuarter, -3));
  const offering = { shares: 1_000, price: 100, owner: olga, admin };
  const earning = [
    (await anApprovedProperty(platform, offering)).id,
    (await anApprovedProperty(platform, offering)).id,
  ] as const;
  clock.moveTo(present);
  for (const propertyId of earning) {
    for (const due of monthsOf(quarter)) {
      await api(olga).distributions.reportMonth({
        propertyId,
        month: due,
        lines: noLines,
        requestId: newKey(),
      });
    }
  }
  await platform.jobs.drain();
  await buyOne(ada, earning[0]);
  const proposal = await api(olga).governance.propose({
    propertyId: earning[0],
    title: 'A new roof',
    description: 'Slate.',
    votingDays: 7,
    requestId: newKey(),
  });
  return { earning, quarter, proposal: proposal.id };
}

/** A saved draft of a month of Olga's second property, made for one case. */
export async function draftOfOlga({ olga, earning, quarter }: World) {
  const which = { propertyId: earning[1], month: monthsOf(quarter)[1] ?? '' };
  const { version } = await api(olga).distributions.monthDraft(which);
  const saved = await api(olga).distributions.saveMonthDraft({ ...which, version, entries: [], imports: [] });
  return { ...which, version: saved.version };
}

/** A receipt in a draft of Olga's. */
export async function receiptOfOlga(world: World): Promise<string> {
  const { propertyId, month, version } = await draftOfOlga(world);
  const { id } = await uploadReceipt(world.olga, { propertyId, name: 'bill.pdf', bytes: aPdf() });
  const typed = { date: `${month}-05`, counterparty: 'City', memo: null, amountCents: 100 };
  await api(world.olga).distributions.saveMonthDraft({
    propertyId,
    month,
    version,
    entries: [{ id: newKey(), line: 'taxes', receiptId: id, typed }],
    imports: [],
  });
  return id;
}

export function contextFor(world: World, caller: CallerName): TrpcContext {
  const { t, ada, oscar, olga, admin } = world;
  const contexts: Record<CallerName, TrpcContext> = {
    visitor: contextOf(t.platform),
    user: ada,
    other: oscar,
    owner: olga,
    admin,
    reader: contextOf(t.platform, { ...ada.actor, scope: 'read' }),
  };
  return contexts[caller];
}

/** A secret that authenticates this caller over HTTP. */
export async function secretFor(world: World, caller: CallerName): Promise<string | null> {
  if (caller === 'visitor') return null;
  const person = caller === 'reader' ? world.ada : (contextFor(world, caller) as Person);
  const scope = caller === 'reader' ? 'read' : caller === 'admin' ? 'admin' : 'write';
  return (await api(person).identity.createToken({ name: caller, scope, expiresInDays: 1 })).secret;
}

/** A session of Ada's, made for one case. */
export async function sessionOfAda({ t, ada }: World): Promise<string> {
  const { sessionId } = await createSession(t.platform.db, { userId: ada.id, device: 'x', now: new Date() });
  return sessionId;
}

/** A token of Ada's, made for one case; the one before is revoked, since twenty are the most. */
export async function tokenOfAda({ ada }: World): Promise<string> {
  for (const { id, name } of await api(ada).identity.tokens()) {
    if (name === 'case') await api(ada).identity.revokeToken({ id });
  }
  return (await api(ada).identity.createToken({ name: 'case', scope: 'read', expiresInDays: 1 })).id;
}

/** A notification of Ada's, made for one case. */
export async function notificationOfAda({ ada }: World): Promise<string> {
  await notifyPerson(ada, 'For one case');
  const { items } = await api(ada).notifications.list({ limit: 1 });
  return items[0]?.id ?? '';
}

/** A purchase of Ada's in an offering that is open, made for one case. */
export async function purchaseOfAda({ t, ada, olga, admin }: World): Promise<string> {
  const terms = { shares: 10, price: 100, owner: olga, admin, minimumShares: 10 };
  const { id } = await anApprovedProperty(t.platform, terms);
  return (await api(ada).investing.invest({ propertyId: id, shares: 1, requestId: newKey() })).id;
}

/** An open listing of Sally's for 1 share at $1.00, made for one case. */
export async function listingOfSally({ sally, approved }: World): Promise<string> {
  const listing = { propertyId: approved, shares: 1, pricePerShareCents: 100, requestId: newKey() };
  return (await api(sally).resale.openListing(listing)).id;
}

/** An open listing of Ada's for 1 share, too expensive for every bid, made for one case. */
export async function listingOfAda({ ada, approved }: World): Promise<string> {
  const listing = { propertyId: approved, shares: 1, pricePerShareCents: 200, requestId: newKey() };
  return (await api(ada).resale.openListing(listing)).id;
}

/** An open bid of Ada's, too low for every listing, made for one case. */
export async function bidOfAda({ ada, approved }: World): Promise<string> {
  const bid = { propertyId: approved, shares: 1, pricePerShareCents: 50, requestId: newKey() };
  return (await api(ada).resale.placeBid(bid)).id;
}

/** A property in which trading is halted, made for one case. */
export async function freshHalted(world: World): Promise<number> {
  const propertyId = await freshPending(world);
  await api(world.admin).resale.haltTrading({ propertyId, reason: 'Under review.' });
  return propertyId;
}

/** A passkey of Ada's, made for one case. */
export async function passkeyOfAda({ t, ada }: World): Promise<string> {
  const id = newKey();
  await t.platform.db.insert(passkeys).values({
    id,
    userId: ada.id,
    name: 'case',
    credentialId: id,
    publicKey: 'AAAA',
    counter: 0,
    transports: [],
    synced: false,
    createdAt: t.platform.clock.now(),
  });
  return id;
}

/** A document of Ada's identity check, which is under review. */
export async function documentOfAda({ ada }: World): Promise<string> {
  return (await api(ada).kyc.application()).documents.idDocument?.id ?? '';
}

/** A document of Olga's approved or pending property, made for one case. */
export async function documentOfOlga(
  { olga, ...world }: World,
  which: 'approved' | 'pending' = 'approved',
): Promise<string> {
  const facts = { kind: 'other', title: 'Plan', dated: '2026-01-02' } as const;
  const propertyId = world[which];
  return (await uploadDocument(olga, { ...facts, propertyId, name: 'plan.pdf', bytes: aPdf() })).id;
}

/** A valuation of a property of Olga's that was approved for one case, ready to be filed. */
export async function freshValuation({ t, olga, admin }: World) {
  const { id: propertyId } = await anApprovedProperty(t.platform, { owner: olga, admin });
  const documentId = await anAppraisal(olga, propertyId);
  const effectiveOn = t.platform.clock.now().toISOString().slice(0, 10);
  return {
    propertyId,
    documentId,
    effectiveOn,
    amountCents: 1_000_000,
    debtCents: 0,
    basis: 'appraisal' as const,
  };
}

/** The same, filed. */
export const valuationOfOlga = async (world: World): Promise<string> =>
  aFiledValuation(world.olga, await freshValuation(world));

/** The copy of a picture of Olga's approved or pending property, made for one case. */
export async function pictureOfOlga(
  { t, olga, ...world }: World,
  which: 'approved' | 'pending',
): Promise<string> {
  const propertyId = world[which];
  const request = {
    // An uploaded photo: of an approved property, nothing is taken that was downloaded.
    sourceUrl: `stored-file:${newKey()}`,
    status: 'pending' as const,
    requestedAt: new Date(),
  };
  await t.platform.db
    .insert(propertyImages)
    .values({ propertyId, ...request })
    .onConflictDoUpdate({ target: propertyImages.propertyId, set: request });
  const file = { purpose: 'property' as const, name: 'picture', bytes: await aPhoto() };
  const { id: fileId } = await storeFile(olga, file);
  await storeImage(olga, { id: propertyId, sourceUrl: request.sourceUrl, fileId });
  return `/api/property-images/${fileId}`;
}

/** A document that was withdrawn, made for one case. */
export async function withdrawnDocument(world: World): Promise<string> {
  const documentId = await documentOfOlga(world);
  await api(world.admin).documents.withdraw({ documentId, reason: 'Out of date.' });
  return documentId;
}

/** A quick submission of Ada's with documents that were uploaded for one case. */
export async function filingOfAda({ ada }: World) {
  return { ...submissionFields, documentIds: await quickDocuments(ada), requestId: newKey() };
}

/** A document of a form that Ada has not submitted, made for one case. */
export async function unfiledDocumentOfAda({ ada }: World): Promise<string> {
  return (await aSubmissionDocument(ada)).id;
}

/** A pending submission of Ada's, and one of its documents, made for all cases. */
export async function submissionOfAda({ ada }: World): Promise<{ submissionId: string; documentId: string }> {
  const pending = (await api(ada).submissions.mine({})).items.find(
    ({ status, wayIn }) => status === 'pending' && wayIn === 'quick',
  );
  const submissionId = pending?.id ?? (await aSubmission(ada)).id;
  const { documents } = await api(ada).submissions.own({ submissionId });
  return { submissionId, documentId: documents[0]?.id ?? '' };
}

/** A draft of Ada's wizard that can be submitted, made for one case. */
export async function readyDraftOfAda({ ada }: World) {
  await api(ada).intake.startAnother();
  const { version } = await saveOver(ada, fullDraft);
  const valued = await api(ada).intake.calculateValuation({ expectedVersion: version });
  const { id } = await aSubmissionDocument(ada, 'deed', { wayIn: 'wizard' });
  return { expectedVersion: valued.version, documentIds: [id] };
}

/** A save of Ada's draft after the one that is stored. */
export async function savingOfAda({ ada }: World) {
  await api(ada).intake.startAnother();
  const { version } = await saveOver(ada, fullDraft);
  return { expectedVersion: version, draft: inCity('Dallas') };
}

/** An approval of an identity check that was submitted for one case. */
export async function aFreshApplication({ t }: World) {
  const person = await aUser(t.platform);
  // The admin has typed the usual tax number in a check of their own.
  const submittedAt = await applyForReview(person, '287-65-4321');
  return { applicantId: person.id, submittedAt, decision: 'approved' };
}

export async function freshPending({ t, olga }: World): Promise<number> {
  return (await aPendingProperty(t.platform, { owner: olga })).id;
}

/** A property whose payout is on hold, made for one case. */
export async function freshRejected(world: World): Promise<number> {
  const id = await freshPending(world);
  await api(world.admin).properties.setStatus({ id, status: 'rejected', reason: 'No deed.' });
  return id;
}

export async function freshHeld(world: World): Promise<number> {
  const id = await freshPending(world);
  await api(world.admin).offerings.holdRelease({ id, reason: 'A lien has turned up.' });
  return id;
}

export const submission = {
  name: 'Access House',
  location: 'Austin, TX',
  streetAddress: '12 Wharf Street',
  zipCode: '78701',
  latitude: 30.2672,
  longitude: -97.7431,
  propertyType: 'residential' as const,
  pricePerShare: '100.00',
  totalShares: 10,
  annualYield: '7.00',
};

export const someone = () => ({
  email: `${newKey()}@example.test`,
  password: 'violet-orchard-92-lamp',
  firstName: 'A',
  lastName: 'B',
});

const inDifferentCase = (email: string) => `${email.slice(0, 1).toUpperCase()}${email.slice(1)}`;

/** An email on the waitlist, written as it was not when it joined. */
export async function anEntry({ t }: World): Promise<{ email: string; requestId: string }> {
  const email = `w${newKey()}@example.test`;
  await api(contextOf(t.platform)).waitlist.joinWaitlist({ email, requestId: newKey() });
  return { email: inDifferentCase(email), requestId: newKey() };
}

export async function anEntryId(world: World): Promise<string> {
  await anEntry(world);
  const { items } = await api(world.admin).waitlist.entries({ limit: 1 });
  return items[0]?.id ?? '';
}

export const anArticleText = () => ({
  slug: `article-${newKey()}`,
  title: 'An article',
  summary: 'What it is about.',
  category: 'basics' as const,
  body: 'A text.',
});

/** An article, made for one case. */
export async function anArticle(
  { admin }: World,
  status: 'draft' | 'published' = 'published',
): Promise<{ id: string; slug: string }> {
  const { learn } = api(admin);
  const article = await learn.createArticle({ article: anArticleText(), requestId: newKey() });
  return status === 'published' ? learn.publishArticle({ id: article.id }) : article;
}

/** A request of another admin's that waits, made for one case. */
export async function aRequest(world: World): Promise<{ id: string }> {
  const input = { id: await freshHeld(world) };
  const asked = { command: 'offerings.liftHold', input, reason: 'The lien is gone.', requestId: newKey() };
  const { id } = await api(await anAdmin(world.t.platform)).approvals.request(asked);
  return { id };
}

/** Someone's withdrawal that has not gone to the bank, made for one case. */
export async function unsentWithdrawal({ t }: World): Promise<string> {
  const person = await aUser(t.platform, { cash: 100 });
  return (await api(person).wallet.withdraw({ amountCents: 100, requestId: newKey() })).id;
}

/** A withdrawal that the admin has put on hold, made for one case. */
export async function heldWithdrawal(world: World): Promise<string> {
  const transferId = await unsentWithdrawal(world);
  await api(world.admin).wallet.holdWithdrawal({ transferId, reason: 'A court asks for it.' });
  return transferId;
}

/** An account that the admin has frozen, made for one case. */
export async function aFrozenAccount({ t, admin }: World): Promise<string> {
  const { id: userId } = await aUser(t.platform);
  await api(admin).freezes.freezeAccount({ userId, reason: 'A court asks for it.' });
  return userId;
}

/** A certificate of Ada's shares, a new one each time. */
export async function certificateOfAda({ ada, approved }: World): Promise<string> {
  const { code } = await api(ada).certificates.issue({ propertyId: approved, requestId: newKey() });
  return code;
}

/** A file with all of Ada's data, which is ready. */
export async function exportOfAda({ t, ada }: World): Promise<string> {
  const { ownData } = api(ada);
  const [known] = await ownData.exports();
  const { id } = known ?? (await ownData.requestExport({ requestId: newKey() }));
  await t.platform.jobs.drain({ schedules: [] });
  // A server makes one export at a time: those of other callers may come first.
  while ((await ownData.exports()).some((row) => row.id === id && row.status === 'preparing')) {
    t.clock.advance(10 * SECOND);
    await t.platform.jobs.drain({ schedules: [] });
  }
  return id;
}

/** Everyone's wallet holds something, so that nobody can close their account. */
export async function everybodyHasCash({ t, ada, oscar, olga, admin }: World): Promise<void> {
  for (const person of [ada, oscar, olga, admin])
    if ((await cashOf(t.platform.db, person.id)) === 0) await fund(person, 500);
}

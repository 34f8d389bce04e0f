import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { storedFiles } from '#db/schema/files.ts';
import { outboxEvents } from '#db/schema/platform.ts';
import { submissionDocuments } from '#db/schema/submissions.ts';
import { uploadDocument } from '#features/documents/server/index.ts';
import { recordScan } from '#features/files/server/record-scan.ts';
import { grantAdmin, revokeAdmin, signOut } from '#features/identity/server/index.ts';
import { createSession } from '#features/identity/server/sessions/sessions.ts';
import { EVENTS_HEADER, type OwnEvent } from '#kernel/answer-headers.ts';
import type { LiveEvent } from '#kernel/events.ts';
import { newId } from '#kernel/ids.ts';
import {
  anAdmin,
  anApprovedProperty,
  aPendingProperty,
  api,
  aUser,
  newKey,
  PASSWORD,
  type Person,
  systemOf,
} from '#tests/support/actors.ts';
import { refusalOf } from '#tests/support/checks.ts';
import { insertEvents } from '#tests/support/events.ts';
import { eventually } from '#tests/support/eventually.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { addAuthenticatorApp } from '#tests/support/second-factor.ts';
import { startTestServer } from '#tests/support/server.ts';
import { aWizardSubmission } from '#tests/support/submissions.ts';
import { aPdf } from '#tests/support/uploads.ts';
import { createLive, eventId } from './live.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
});
afterAll(() => t.close());

type DeliveredEvent = [id: string, event: LiveEvent, ...rest: unknown[]];

/** A stream of changes as this person's browser follows it. */
async function follow(person: Person, lastEventId?: string) {
  const stop = new AbortController();
  const stream = await api(person, stop.signal).live.changes(lastEventId ? { lastEventId } : undefined);
  const events = (stream as AsyncIterable<DeliveredEvent>)[Symbol.asyncIterator]();
  const waiting = events.next();
  let first: typeof waiting | null = waiting;
  const next = async () => {
    const result = await (first ?? events.next());
    first = null;
    return result.done ? null : { id: result.value[0], event: result.value[1] };
  };
  /** Events up to the one that `last` recognises. */
  const until = async (last: (event: LiveEvent) => boolean) => {
    const seen: LiveEvent[] = [];
    for (let one = await next(); one; one = await next()) {
      seen.push(one.event);
      if (last(one.event)) return { seen, id: one.id };
    }
    throw new Error('The stream ended early.');
  };
  await t.platform.db.execute('select 1');
  await t.platform.db.execute('select 1');
  return { next, until, stop: () => stop.abort() };
}

/** Error code of a refused stream. */
async function refusalOfStream(person: Person) {
  const stream = await api(person).live.changes(undefined);
  return refusalOf((stream as AsyncIterable<DeliveredEvent>)[Symbol.asyncIterator]().next());
}

/** The ids of the events after this one up to a new name, as a server reads them that has none in its memory. */
async function idsAfter(id: string): Promise<string[]> {
  const stop = new AbortController();
  const [position, ordinal] = id.split('-').map(Number) as [number, number];
  const live = createLive(() => t.platform);
  const ids: string[] = [];
  for await (const event of live.follow({
    person: 'test',
    from: { position, ordinal },
    signal: stop.signal,
  })) {
    if (event.type === 'identity.profileUpdated') break;
    ids.push(eventId(event));
  }
  await live.stop();
  return ids;
}

const rename = (person: Person) => api(person).identity.updateProfile({ firstName: 'New', lastName: 'Name' });
const buyOne = (person: Person, propertyId: number) =>
  api(person).investing.invest({ propertyId, shares: 1, requestId: newKey() });
const ownEvents = ({ responseHeaders }: Person): OwnEvent[] =>
  JSON.parse(responseHeaders.get(EVENTS_HEADER) ?? '[]');
const isRename = ({ type }: LiveEvent) => type === 'identity.profileUpdated';
const openQuestion = ({ id: userId }: Person) => ({ userId, reason: 'A question of ours is open.' });
const freeze = (person: Person) => api(admin).freezes.freezeAccount(openQuestion(person));
const addFactor = (person: Person) => addAuthenticatorApp(person, t.clock);

describe('live changes', () => {
  test('reach a person when something happened to them, and never carry amounts', async () => {
    const ada = await aUser(t.platform);
    const stream = await follow(ada);
    await api(ada).wallet.deposit({ amountCents: 5_000, requestId: newKey() });
    const { seen } = await stream.until(({ type }) => type === 'wallet.transferSettled');
    expect(seen).toEqual([
      { type: 'wallet.transferRequested', propertyId: null, mine: true, operation: expect.any(String) },
      { type: 'wallet.transferSettled', propertyId: null, mine: true, operation: expect.any(String) },
    ]);
    stream.stop();
  });

  test("never reach one person about another's affairs", async () => {
    const [ada, bob] = [await aUser(t.platform), await aUser(t.platform)];
    const stream = await follow(ada);
    await rename(bob);
    await api(bob).wallet.deposit({ amountCents: 5_000, requestId: newKey() });
    await rename(ada);
    const { seen } = await stream.until((event) => isRename(event) && event.mine);
    expect(seen).toHaveLength(1);
    stream.stop();
  });

  test('reach everyone for a change of a property, and only the buyer learns that it was theirs', async () => {
    const [ada, bob] = [await aUser(t.platform, { cash: 50_000 }), await aUser(t.platform)];
    const { id } = await anApprovedProperty(t.platform, { admin, owner: admin });
    const [hers, his] = [await follow(ada), await follow(bob)];
    await api(ada).investing.invest({ propertyId: id, shares: 1, requestId: newKey() });
    const bought = ({ type }: LiveEvent) => type === 'investing.invested';
    expect((await hers.until(bought)).seen.at(-1)).toEqual({
      type: 'investing.invested',
      propertyId: id,
      mine: true,
      operation: expect.any(String),
    });
    expect((await his.until(bought)).seen.at(-1)).toEqual({
      type: 'investing.invested',
      propertyId: id,
      mine: false,
      operation: expect.any(String),
    });
    hers.stop();
    his.stop();
  });

  test('of a hidden property reach its owner, its holders and admins, and nobody else', async () => {
    const owner = await aUser(t.platform);
    const holder = await aUser(t.platform, { cash: 50_000 });
    const stranger = await aUser(t.platform);
    const people = [owner, holder, admin, stranger] as const;
    const streams = await Promise.all(people.map((person) => follow(person)));
    const { id } = await aPendingProperty(t.platform, { owner });
    const set = (status: 'pending' | 'approved' | 'rejected', propertyId = id) =>
      api(admin).properties.setStatus({ id: propertyId, status, reason: 'The deed is in doubt.' });
    const file = (propertyId: number) =>
      uploadDocument(owner, {
        propertyId,
        kind: 'appraisal',
        title: 'Appraisal',
        dated: '2026-01-01',
        name: 'appraisal.pdf',
        bytes: aPdf(),
      });
    await set('rejected');
    await set('pending');
    await file(id);
    const shown = await anApprovedProperty(t.platform, { admin, owner });
    await api(holder).investing.invest({ propertyId: shown.id, shares: 1, requestId: newKey() });
    await set('pending', shown.id);
    await file(shown.id);
    await api(holder).distributions.setReinvestment({ propertyId: shown.id, reinvest: true });
    await set('rejected', shown.id);
    for (const person of people) await rename(person);
    const heard = await Promise.all(
      streams.map(async (stream) => {
        const { seen } = await stream.until((event) => isRename(event) && event.mine);
        stream.stop();
        const about = (wanted: number | null) =>
          seen.filter(({ propertyId }) => propertyId === wanted).map(({ type }) => type);
        return { hidden: about(id), shown: about(shown.id), other: about(null) };
      }),
    );
    const status = 'properties.statusChanged';
    const valued = 'valuations.approved';
    const whole = [valued, status, 'investing.invested', status, 'documents.filed', status];
    const all = [status, status, 'documents.filed'];
    expect(heard).toEqual([
      { hidden: all, shown: whole, other: expect.any(Array) },
      { hidden: [], shown: whole, other: expect.arrayContaining(['distributions.reinvestmentChosen']) },
      { hidden: all, shown: whole, other: expect.any(Array) },
      {
        hidden: [],
        shown: [valued, status, 'investing.invested', status],
        other: ['identity.profileUpdated'],
      },
    ]);
  });

  test("of one person's interest in a property reach nobody else, though everyone may see the property", async () => {
    const owner = await aUser(t.platform);
    const holder = await aUser(t.platform, { cash: 50_000 });
    const otherHolder = await aUser(t.platform, { cash: 50_000 });
    const stranger = await aUser(t.platform);
    const { id } = await anApprovedProperty(t.platform, { admin, owner });
    for (const buyer of [holder, otherHolder]) {
      await api(buyer).investing.invest({ propertyId: id, shares: 1, requestId: newKey() });
    }
    const people = [holder, owner, otherHolder, stranger, admin] as const;
    const streams = await Promise.all(people.map((person) => follow(person)));
    await api(holder).distributions.setReinvestment({ propertyId: id, reinvest: true });
    await api(holder).watchlist.watchProperty({ propertyId: id });
    await api(holder).wallet.deposit({ amountCents: 5_000, requestId: newKey() });
    for (const person of people) await rename(person);
    const types = await Promise.all(
      streams.map(async (stream) => {
        const { seen } = await stream.until((event) => isRename(event) && event.mine);
        stream.stop();
        return seen.map(({ type }) => type);
      }),
    );
    const profile = 'identity.profileUpdated';
    expect(types).toEqual([
      [
        'distributions.reinvestmentChosen',
        'watchlist.changed',
        'wallet.transferRequested',
        'wallet.transferSettled',
        profile,
      ],
      ...people.slice(1).map(() => [profile]),
    ]);
  });

  test('of a review reach all admins and the person it is about, and nobody else', async () => {
    const owner = await aUser(t.platform);
    const stranger = await aUser(t.platform);
    const reviewers = [admin, await anAdmin(t.platform)] as const;
    const people = [owner, ...reviewers, stranger] as const;
    const streams = await Promise.all(people.map((person) => follow(person)));
    const { id: submissionId } = await aWizardSubmission(owner);
    const [file] = await t.platform.db
      .select({ fileId: submissionDocuments.fileId })
      .from(submissionDocuments)
      .where(eq(submissionDocuments.submissionId, submissionId));
    const scan = { fileId: file?.fileId ?? '', result: 'clean', signature: null } as const;
    await recordScan(systemOf(t.platform), scan);
    const about = { id: newId(), userId: owner.id, purpose: 'kyc', status: 'stored' } as const;
    const passport = { ...about, name: 'passport.jpg', mediaType: 'image/jpeg', size: 1 } as const;
    await t.platform.db.insert(storedFiles).values({ ...passport, createdAt: t.clock.now() });
    await recordScan(systemOf(t.platform), { ...scan, fileId: passport.id });
    await api(admin).submissions.ask({ submissionId, body: 'Who manages it?', requestId: newKey() });
    await api(owner).submissions.answer({ submissionId, body: 'The owner does.', requestId: newKey() });
    const { version } = await api(admin).submissions.reviewed({ submissionId });
    const refusal = { submissionId, version, reason: 'The deed is in doubt.', requestId: newKey() };
    await api(admin).submissions.reject(refusal);
    for (const person of people) await rename(person);
    const reviewed = /^(submissions\.(?!documentsChanged)|files)/;
    const heard = await Promise.all(
      streams.map(async (stream) => {
        const { seen } = await stream.until((event) => isRename(event) && event.mine);
        stream.stop();
        return seen.filter(({ type }) => reviewed.test(type)).map(({ operation: _, ...event }) => event);
      }),
    );
    const events = (mine: boolean) =>
      [
        'submissions.filed',
        'files.scanned',
        ...(mine ? ['files.scanned'] : []),
        ...['submissions.changed', 'submissions.questionAsked'],
        ...['submissions.changed', 'submissions.questionAnswered'],
        'submissions.decided',
      ].map((type) => ({ type, propertyId: null, mine }));
    expect(heard).toEqual([events(true), events(false), events(false), []]);
  });

  test('are listed in the answer that caused them, by the operation that they name', async () => {
    const ada = await aUser(t.platform, { cash: 50_000 });
    const { id } = await anApprovedProperty(t.platform, { admin, owner: admin });
    const stream = await follow(ada);
    for (const [change, type, isBroadcast] of [
      [() => rename(ada), 'identity.profileUpdated', false],
      [() => buyOne(ada, id), 'investing.invested', true],
    ] as const) {
      ada.responseHeaders.delete(EVENTS_HEADER);
      await change();
      const { seen } = await stream.until((event) => event.type === type);
      const operation = seen.at(-1)?.operation;
      expect(ownEvents(ada)).toEqual([{ operation, type, mine: true, isBroadcast }]);
    }
    stream.stop();
  });

  test('that name another person are listed in the answer of an admin only', async () => {
    const [suspect, buyer] = [await aUser(t.platform), await aUser(t.platform, { cash: 50_000 })];
    const { id } = await anApprovedProperty(t.platform, { admin, owner: admin });
    admin.responseHeaders.delete(EVENTS_HEADER);
    await freeze(suspect);
    expect(ownEvents(admin)).toContainEqual(
      expect.objectContaining({ type: 'freezes.accountFrozen', mine: false, isBroadcast: false }),
    );
    await buyOne(buyer, id);
    expect(ownEvents(buyer).every(({ mine, isBroadcast }) => mine || isBroadcast)).toBe(true);
  });

  test('of purchases that were made together come one by one, and can be taken up after each of them', async () => {
    const buyers = await Promise.all([1, 2, 3].map(() => aUser(t.platform, { cash: 50_000 })));
    const { id } = await anApprovedProperty(t.platform, { admin, owner: admin });
    const [, second] = buyers as [Person, Person, Person];
    const stream = await follow(second);
    await Promise.all(
      buyers.map((buyer) => api(buyer).investing.invest({ propertyId: id, shares: 1, requestId: newKey() })),
    );
    const heard = [await stream.next(), await stream.next(), await stream.next()];
    stream.stop();
    const { operation } = ownEvents(second).at(-1) ?? {};
    const bought = (mine: boolean) => ({ type: 'investing.invested', propertyId: id, mine, operation });
    expect(heard.map((one) => one?.event)).toEqual([bought(false), bought(true), bought(false)]);
    expect(await t.platform.db.$count(outboxEvents, eq(outboxEvents.type, 'platform.liveEvents'))).toBe(1);
    const ids = heard.map((one) => one?.id ?? '');
    await rename(second);
    for (const [index, id] of ids.entries()) {
      expect(await idsAfter(id)).toEqual(ids.slice(index + 1));
    }
  });

  test('of a batch with very many events can be taken up in the middle of it', async () => {
    const ada = await aUser(t.platform);
    const stream = await follow(ada);
    const row = (types: string[]) => ({
      operationId: newId(),
      type: 'test.emitted',
      payload: {},
      at: t.clock.now(),
      liveEvents: types.map((type) => ({
        type,
        user_id: ada.id,
        property_id: undefined,
        audience: 'viewers' as const,
      })),
    });
    const types = Array.from({ length: 1_000 }, (_, number) => `test.event${number}`);
    await insertEvents(t.platform.db, [row(types.slice(0, 700)), row(types.slice(700))]);
    await rename(ada);
    const heard = [];
    for (const _ of types) heard.push(await stream.next());
    stream.stop();
    expect(heard.map((one) => one?.event.type)).toEqual(types);
    const ids = heard.map((one) => one?.id ?? '');
    expect(await idsAfter(ids[600] ?? '')).toEqual(ids.slice(601));
  });

  test('continue after the last one that was seen, in order and without a gap', async () => {
    const ada = await aUser(t.platform);
    const first = await follow(ada);
    await rename(ada);
    const { id } = await first.until(isRename);
    first.stop();
    await api(ada).wallet.deposit({ amountCents: 5_000, requestId: newKey() });
    await rename(ada);
    const second = await follow(ada, id);
    const { seen } = await second.until(isRename);
    expect(seen.map(({ type }) => type)).toEqual([
      'wallet.transferRequested',
      'wallet.transferSettled',
      'identity.profileUpdated',
    ]);
    second.stop();
  });

  test.each(['nonsense', '1', '99999999999999999999-1', '1-9999999999999999999', `${'9'.repeat(50)}`])(
    'the made-up id %j begins with what comes from now on',
    async (lastEventId) => {
      const ada = await aUser(t.platform);
      await rename(ada);
      const stream = await follow(ada, lastEventId);
      await api(ada).wallet.deposit({ amountCents: 5_000, requestId: newKey() });
      const { seen } = await stream.until(({ type }) => type === 'wallet.transferSettled');
      expect(seen.some(isRename)).toBe(false);
      stream.stop();
    },
  );

  test('reach a page that was loaded before them, and whose stream began after them', async () => {
    const ada = await aUser(t.platform);
    const loadedAfter = eventId(await t.platform.live.pageStart());
    await rename(ada);
    const stream = await follow(ada, loadedAfter);
    expect((await stream.until(isRename)).seen).toHaveLength(1);
    stream.stop();
  });

  test('end with the session, and a session that continues resumes after that end', async () => {
    const ada = await aUser(t.platform);
    const stream = await follow(ada);
    await signOut(ada, {});
    const { id } = await stream.until(({ type }) => type === 'identity.sessionsEnded');
    expect(await stream.next()).toBeNull();
    const resumed = await follow(ada, id);
    await rename(ada);
    expect((await resumed.until(isRename)).seen).toHaveLength(1);
    resumed.stop();
  });

  test.each<
    [what: string, end: (person: Person) => Promise<unknown>, before?: (person: Person) => Promise<unknown>]
  >([
    ['a freeze of the account', freeze],
    ['the end of a freeze', (person) => api(admin).freezes.unfreezeAccount(openQuestion(person)), freeze],
    ['a second factor', addFactor],
    ['the end of a second factor', (person) => api(person).identity.disableSecondFactor(), addFactor],
    [
      'a change of the password',
      (person) =>
        api(person).identity.changePassword({
          currentPassword: PASSWORD,
          newPassword: 'umber-quarry-17-kettle',
        }),
    ],
    [
      'the end of another session',
      async (person) => {
        const opening = { userId: person.id, device: 'x', now: t.clock.now() };
        const { sessionId } = await createSession(t.platform.db, opening);
        await api(person).identity.revokeSession({ id: sessionId });
      },
    ],
    [
      'the end of an access token',
      async (person) => {
        const token = { name: 'script', scope: 'read', expiresInDays: 1 } as const;
        const { id } = await api(person).identity.createToken(token);
        await api(person).identity.revokeToken({ id });
      },
    ],
    ['becoming an admin', ({ email }) => grantAdmin(systemOf(t.platform), { email })],
  ])('end with %s', async (_, end, before) => {
    const ada = await aUser(t.platform);
    await before?.(ada);
    const stream = await follow(ada);
    await end(ada);
    await stream.until(({ type }) => type === 'identity.sessionsEnded');
    expect(await stream.next()).toBeNull();
  });

  test('end with the role of an admin', async () => {
    const former = await anAdmin(t.platform);
    const stream = await follow(former);
    await revokeAdmin(systemOf(t.platform), { email: former.email });
    await stream.until(({ type }) => type === 'identity.sessionsEnded');
    expect(await stream.next()).toBeNull();
  });

  test('come from one read of the outbox, however many listen', async () => {
    const ada = await aUser(t.platform);
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow(ada)));
    const reads = vi.spyOn(t.platform.db, 'execute');
    for (let many = 0; many < 10; many += 1) await rename(ada);
    for (const stream of streams) for (let many = 0; many < 10; many += 1) await stream.until(isRename);
    expect(reads.mock.calls.length).toBeLessThan(30);
    reads.mockRestore();
    for (const stream of streams) stream.stop();
  });

  test('that someone missed for long come in order and without a gap, and then the new ones', async () => {
    const ada = await aUser(t.platform);
    const stream = await follow(ada);
    await rename(ada);
    const { id } = await stream.until(isRename);
    const emitted = Array.from({ length: 1_200 }, (_, number) => ({
      operationId: newId(),
      type: `test.event${number}`,
      userId: ada.id,
      payload: {},
      at: t.clock.now(),
    }));
    await insertEvents(t.platform.db, emitted);
    const [here, back] = [stream, await follow(ada, id)];
    await rename(ada);
    for (const { seen } of [await here.until(isRename), await back.until(isRename)]) {
      expect(seen.map(({ type }) => type)).toEqual([
        ...emitted.map(({ type }) => type),
        'identity.profileUpdated',
      ]);
    }
    for (const one of [here, back]) one.stop();
  });

  test("begin with now for an id of another database's future", async () => {
    const ada = await aUser(t.platform);
    const stream = await follow(ada, '900000000000000-1');
    await rename(ada);
    expect((await stream.until(isRename)).seen).toHaveLength(1);
    stream.stop();
  });

  test('continue after an outage of the database', async () => {
    const ada = await aUser(t.platform);
    const stream = await follow(ada);
    await rename(ada);
    await stream.until(isRename);
    const outage = vi.spyOn(t.platform.db, 'execute').mockRejectedValue(new Error('no database'));
    await rename(ada);
    await eventually(() => outage.mock.calls.length > 0);
    outage.mockRestore();
    await stream.until(isRename);
    stream.stop();
  });

  test('are open twenty times for one person at most, and again when one has ended', async () => {
    const [ada, bob] = [await aUser(t.platform), await aUser(t.platform)];
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow(ada)));
    expect(await refusalOfStream(ada)).toBe('TOO_MANY_STREAMS');
    const his = await follow(bob);
    const [ended] = streams;
    ended?.stop();
    expect(await ended?.next()).toBeNull();
    const another = await follow(ada);
    expect(await refusalOfStream(ada)).toBe('TOO_MANY_STREAMS');
    for (const stream of [...streams, another, his]) stream.stop();
  });

  test('beyond the limit say so over HTTP, and end', async () => {
    const ada = await aUser(t.platform);
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow(ada)));
    const server = await startTestServer(t.platform);
    const client = server.client();
    await client.signIn(ada.email);
    const { text } = await client.query('live.changes', {});
    await server.close();
    expect(text).toMatch(/event: serialized-error\ndata: .*"domainCode":"TOO_MANY_STREAMS"/);
    expect(text).toContain('"httpStatus":429');
    for (const stream of streams) stream.stop();
  });

  test('are for people who are signed in', async () => {
    const visitor = { ...admin, caller: { ...admin.caller, actor: { kind: 'visitor' as const } } };
    expect(await refusalOf(api(visitor).live.changes(undefined) as Promise<unknown>)).toBe('UNAUTHORIZED');
  });

  test('end for everyone when the server stops', async () => {
    const other = await testPlatform();
    const ada = await aUser(other.platform);
    const stop = new AbortController();
    const stream = await api(ada, stop.signal).live.changes(undefined);
    const end = (stream as AsyncIterable<DeliveredEvent>)[Symbol.asyncIterator]().next();
    other.platform.live.stop();
    expect((await end).done).toBe(true);
    await other.close();
  });
});

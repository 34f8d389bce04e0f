import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#kernel/time.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  contextOf,
  newKey,
  type Person,
  systemOf,
} from '#tests/support/actors.ts';
import { verifyIdentity } from '#tests/support/applicants.ts';
import { allPages, expectBooksBalance, ledgerState, refusalOf } from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';
import type { VoteChoice } from '../governance.contract.ts';
import { openOf } from './governance.queries.ts';
import { notifyOfProposal, type ProposalNews } from './notify-of-proposal.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let owner: Person;
let ada: Person;
let ben: Person;
let propertyId: number;
beforeAll(async () => {
  t = await testPlatform({ schedulesOf: ['governance'] });
  admin = await anAdmin(t.platform);
  owner = await aUser(t.platform);
});
beforeEach(async () => {
  ada = await aUser(t.platform, { cash: 1_000_000 });
  ben = await aUser(t.platform, { cash: 1_000_000 });
  const offering = { shares: 100, price: 1_000, owner, admin, name: 'Maple Court' };
  propertyId = (await anApprovedProperty(t.platform, offering)).id;
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

const buy = (person: Person, shares: number) =>
  api(person).investing.invest({ propertyId, shares, requestId: newKey() });
const propose = (person = owner, title = 'A new roof', requestId = newKey()) =>
  api(person).governance.propose({ propertyId, title, description: 'Slate.', votingDays: 7, requestId });
const vote = (person: Person, proposalId: string, choice: VoteChoice) =>
  api(person).governance.vote({ proposalId, choice });
const list = (person: Person) => api(person).governance.proposals({ propertyId });
const noticesOf = async (person: Person) =>
  (await api(person).notifications.list({})).items
    .filter(({ type }) => type === 'governance')
    .map(({ title }) => title);
const close = async () => {
  t.clock.advance(8 * DAY);
  await t.platform.jobs.drain();
};

describe('shares of the owner and of accounts with the tax number of the owner', () => {
  const SSN = '287-65-4321';

  test('have no vote and count for no quorum, and the screens can say why', async () => {
    owner = await aUser(t.platform, { cash: 1_000_000 });
    const offering = { shares: 100, price: 1_000, owner, admin, name: 'Maple Court' };
    propertyId = (await anApprovedProperty(t.platform, offering)).id;
    await verifyIdentity(owner, SSN);
    await verifyIdentity(ben, SSN);
    await buy(owner, 60);
    await buy(ben, 20);
    await buy(ada, 5);
    const { id, eligibleShares, quorumShares } = await propose();
    expect([eligibleShares, quorumShares]).toEqual([5, 1]);
    for (const [person, noVoteAs] of [
      [owner, 'owner'],
      [ben, 'taxNumber'],
    ] as const) {
      expect(await refusalOf(vote(person, id, 'no'))).toBe('OWNER_HAS_NO_VOTE');
      expect((await list(person)).items[0]).toMatchObject({ userShares: 0, noVoteAs });
      expect(await api(person).governance.open({ propertyIds: [propertyId] })).toEqual([]);
    }
    expect(await vote(ada, id, 'yes')).toMatchObject({ userShares: 5, noVoteAs: null });
    await close();
    expect((await list(ada)).items[0]).toMatchObject({ outcome: 'Approved', eligibleShares: 5 });
  });

  test('are left out of the count when the tax number is verified after the vote', async () => {
    owner = await aUser(t.platform);
    const offering = { shares: 100, price: 1_000, owner, admin, name: 'Maple Court' };
    propertyId = (await anApprovedProperty(t.platform, offering)).id;
    await buy(ben, 20);
    await buy(ada, 5);
    const { id } = await propose();
    await vote(ben, id, 'no');
    await vote(ada, id, 'yes');
    await verifyIdentity(owner, SSN);
    await verifyIdentity(ben, SSN);
    await close();
    const [closed] = (await list(ada)).items;
    expect(closed).toMatchObject({ outcome: 'Approved', eligibleShares: 5 });
    expect(closed?.votes).toMatchObject({
      yes: { shares: 5, voters: 1 },
      no: { shares: 0, voters: 0 },
    });
    const { csv } = await api(ada).governance.ballots({ proposalId: id });
    expect(csv.trim().split('\n')).toHaveLength(2);
  });

  test('held by nobody else leave nobody to vote', async () => {
    owner = await aUser(t.platform, { cash: 1_000_000 });
    const offering = { shares: 100, price: 1_000, owner, admin, name: 'Maple Court' };
    propertyId = (await anApprovedProperty(t.platform, offering)).id;
    await buy(owner, 60);
    expect(await refusalOf(propose())).toBe('NO_HOLDERS');
  });
});

describe('a proposal', () => {
  test('is made by the owner or an admin, once for each key', async () => {
    await buy(ada, 30);
    const key = newKey();
    const made = await propose(owner, 'A new roof', key);
    expect(await propose(owner, 'A new roof', key)).toEqual(made);
    expect(made).toMatchObject({ status: 'Open', outcome: null, eligibleShares: 30, quorumShares: 6 });
    await propose(admin, 'Solar panels');
    expect((await list(ada)).items.map(({ title }) => title)).toEqual(['Solar panels', 'A new roof']);
  });

  test('and the note on it ask an admin for a recent proof of identity and a second factor, and an owner for neither', async () => {
    await buy(ada, 30);
    const { id } = await propose();
    await close();
    const as = (person: Person, change: Partial<UserActor>): Person => {
      const actor = { ...person.actor, authenticatedAt: new Date(0), ...change };
      return { ...person, actor, caller: { ...person.caller, actor } };
    };
    const note = { proposalId: id, text: 'The roof is done since May.' };
    const outcomesOf = async (person: Person) => [
      await refusalOf(propose(person)),
      await refusalOf(api(person).governance.followUp(note)),
    ];
    expect(await outcomesOf(as(admin, {}))).toEqual(Array(2).fill('CONFIRM_IDENTITY'));
    const withoutFactor = as(admin, { role: 'user', adminBarrier: 'secondFactor' });
    expect(await outcomesOf(withoutFactor)).toEqual(Array(2).fill('SECOND_FACTOR_MISSING'));
    await propose(as(owner, {}));
    await api(as(owner, {})).governance.followUp(note);
  });

  test('is refused from others, without holders, and when five are open; nothing changes', async () => {
    expect(await refusalOf(propose())).toBe('NO_HOLDERS');
    await buy(ada, 1);
    const before = await ledgerState(t.platform);
    expect(await refusalOf(propose(ada))).toBe('NOT_YOURS');
    expect(await ledgerState(t.platform)).toEqual(before);
    for (let made = 0; made < 5; made += 1) await propose();
    expect(await refusalOf(propose())).toBe('TOO_MANY_OPEN');
    const page = (cursor: string | null) =>
      api(ada).governance.proposals({ propertyId, limit: 2, cursor: cursor ?? undefined });
    expect(await allPages(page)).toHaveLength(5);
  });
});

describe('a vote', () => {
  test('counts for the shares of the record date, whatever was bought since', async () => {
    await buy(ada, 30);
    const { id } = await propose();
    await buy(ada, 40);
    await buy(ben, 20);
    expect(await vote(ada, id, 'yes')).toMatchObject({
      userVote: 'yes',
      userShares: 30,
      votes: { yes: { shares: 30, voters: 1 } },
    });
    expect(await refusalOf(vote(ben, id, 'no'))).toBe('NO_VOTE');
  });

  test('can be changed until the deadline: the earlier choice is taken back', async () => {
    await buy(ada, 30);
    await buy(ben, 10);
    const { id } = await propose();
    await vote(ada, id, 'yes');
    await vote(ben, id, 'abstain');
    expect((await vote(ada, id, 'no')).votes).toEqual({
      yes: { shares: 0, voters: 0 },
      no: { shares: 30, voters: 1 },
      abstain: { shares: 10, voters: 1 },
    });
    t.clock.advance(7 * DAY);
    expect(await refusalOf(vote(ada, id, 'yes'))).toBe('VOTING_CLOSED');
    await t.platform.jobs.drain();
    expect(await refusalOf(vote(ada, id, 'yes'))).toBe('VOTING_CLOSED');
  });

  test('is offered on the portfolio for the newest open proposal of each property', async () => {
    await buy(ada, 30);
    await propose(owner, 'First');
    const { id } = await propose(owner, 'Second');
    expect(await api(ada).governance.open({ propertyIds: [propertyId, 999_999] })).toMatchObject([
      { id, title: 'Second', propertyId },
    ]);
    expect(await api(ben).governance.open({ propertyIds: [propertyId] })).toEqual([]);
  });

  test('is looked for with as many statements for many properties as for one', async () => {
    let statements = 0;
    const counting = new Proxy(t.platform.db, {
      get(db, name) {
        if (name === 'select' || name === 'execute') statements += 1;
        return Reflect.get(db, name);
      },
    });
    const askAbout = async (propertyIds: number[]) => {
      statements = 0;
      const open = await openOf(counting, ada.actor, { propertyIds });
      return { open: open.length, statements };
    };
    const first = propertyId;
    await buy(ada, 1);
    await propose();
    const one = await askAbout([first]);
    const more: number[] = [];
    for (const shares of [1, 1, 0]) {
      propertyId = (await anApprovedProperty(t.platform, { shares: 100, price: 1_000, owner, admin })).id;
      await buy(shares > 0 ? ada : ben, 1);
      await propose();
      more.push(propertyId);
    }
    expect(await askAbout([first, ...more])).toEqual({ open: 3, statements: one.statements });
  });
});

describe('the closing', () => {
  test.each([
    ['Approved', 30, 'yes', 10, 'no'],
    ['Rejected', 10, 'yes', 30, 'no'],
    ['Rejected', 10, 'yes', 10, 'no'],
    ['Approved', 12, 'yes', 10, 'abstain'],
  ] as const)('ends %s with %d %s against %d %s', async (outcome, adas, adaSays, bens, benSays) => {
    await buy(ada, adas);
    await buy(ben, bens);
    const { id } = await propose();
    await vote(ada, id, adaSays);
    await vote(ben, id, benSays);
    await close();
    const [closed] = (await list(ada)).items;
    expect(closed).toMatchObject({ id, status: 'Closed', outcome });
    const { items } = await api(ada).notifications.list({});
    expect(items.find(({ type }) => type === 'governance')?.title).toBe(
      outcome === 'Approved' ? 'Proposal approved' : 'Proposal rejected',
    );
  });

  test('rejects when fewer than 20% of the shares voted, and closes once', async () => {
    await buy(ada, 80);
    await buy(ben, 10);
    const { id } = await propose();
    await vote(ben, id, 'yes');
    await close();
    expect((await list(ada)).items[0]).toMatchObject({ outcome: 'Rejected', eligibleShares: 90 });
    const received = (await api(ben).notifications.list({})).items.length;
    await close();
    expect((await api(ben).notifications.list({})).items).toHaveLength(received);
  });

  test('is followed by a note on how it was carried out, from the owner or an admin', async () => {
    await buy(ada, 30);
    const { id } = await propose();
    await vote(ada, id, 'yes');
    const note = { proposalId: id, text: 'The roof is done since May.' };
    expect(await refusalOf(api(owner).governance.followUp(note))).toBe('STILL_OPEN');
    await close();
    expect(await refusalOf(api(ada).governance.followUp(note))).toBe('NOT_YOURS');
    expect((await list(owner)).items[0]?.canFollowUp).toBe(true);
    await api(owner).governance.followUp(note);
    expect((await list(ada)).items[0]).toMatchObject({ followUp: note.text, canFollowUp: false });
  });

  test('notifies its voters of the notes of a day once', async () => {
    await buy(ada, 30);
    const { id } = await propose();
    await vote(ada, id, 'yes');
    await close();
    const notes = async () => {
      await t.platform.jobs.drain();
      return (await noticesOf(ada)).filter((title) => title.startsWith('Follow-up on'));
    };
    const write = (text: string) => api(owner).governance.followUp({ proposalId: id, text });
    expect(await write('The roof is done.')).toMatchObject({ notifiesVoters: true });
    expect(await write('The roof is done since May.')).toMatchObject({ notifiesVoters: false });
    expect((await list(ada)).items[0]?.followUp).toBe('The roof is done since May.');
    expect(await notes()).toHaveLength(1);
    t.clock.advance(DAY);
    await write('It is paid, too.');
    expect(await notes()).toHaveLength(2);
  });

  test('notifies its voters a day after the last notification, however many notes came in between', async () => {
    await buy(ada, 30);
    const { id } = await propose();
    await vote(ada, id, 'yes');
    await close();
    const notified: boolean[] = [];
    for (let notes = 0; notes < 5; notes += 1) {
      const note = { proposalId: id, text: `Part ${notes} of the roof is done.` };
      notified.push((await api(owner).governance.followUp(note)).notifiesVoters === true);
      t.clock.advance(DAY / 2);
    }
    expect(notified).toEqual([true, false, true, false, true]);
    await t.platform.jobs.drain();
    const titles = await noticesOf(ada);
    expect(titles.filter((title) => title.startsWith('Follow-up on'))).toHaveLength(3);
  });
});

describe('of a proposal, people are notified by a job', () => {
  let cleo: Person;
  beforeEach(async () => {
    cleo = await aUser(t.platform, { cash: 1_000_000 });
  });
  const repeatJobs = () =>
    t.platform.db.execute(sql`update jobs set status = 'waiting', run_at = now() - interval '10 years'
      where kind in ('governance.notifyProposed', 'governance.notifyClosed', 'governance.notifyFollowedUp')`);
  const noticesOfAll = (...people: Person[]) => Promise.all(people.map(noticesOf));

  test('each holder of the record date of the vote, none within the request, and none twice by a repeated job', async () => {
    await buy(ada, 30);
    await buy(ben, 10);
    await propose();
    expect(await noticesOfAll(ada, ben)).toEqual([[], []]);
    const order = { propertyId, shares: 30, pricePerShareCents: 1_000 };
    await api(ada).resale.openListing({ ...order, requestId: newKey() });
    await api(cleo).resale.placeBid({ ...order, requestId: newKey() });
    await t.platform.jobs.drain();
    await repeatJobs();
    await t.platform.jobs.drain();
    expect(await noticesOfAll(ada, ben, cleo)).toEqual([
      ['Vote on Maple Court'],
      ['Vote on Maple Court'],
      [],
    ]);
  });

  test('none of a vote that is over', async () => {
    await buy(ada, 30);
    await propose();
    await close();
    expect(await noticesOf(ada)).toEqual([]);
  });

  test('none any longer to vote once it is over: what asked them to is read, of this proposal only', async () => {
    await buy(ada, 30);
    await buy(ben, 10);
    await propose();
    await t.platform.jobs.drain();
    t.clock.advance(DAY);
    await propose(owner, 'A new door');
    await t.platform.jobs.drain();
    t.clock.advance(6 * DAY);
    await t.platform.jobs.drain();
    for (const person of [ada, ben]) {
      const { items } = await api(person).notifications.list({});
      const asked = items.filter(({ title }) => title === 'Vote on Maple Court');
      expect(asked.map(({ message, read }) => [message.split(': ')[1], read])).toEqual([
        ['“A new door”', false],
        ['“A new roof”', true],
      ]);
    }
  });

  test('each voter once of the outcome and once of the note on it, also by repeated jobs', async () => {
    await buy(ada, 30);
    await buy(ben, 10);
    await buy(cleo, 10);
    const { id } = await propose();
    await vote(ada, id, 'yes');
    await vote(ben, id, 'no');
    await close();
    await api(owner).governance.followUp({ proposalId: id, text: 'The roof is done.' });
    await t.platform.jobs.drain();
    await repeatJobs();
    await t.platform.jobs.drain();
    const both = ['Follow-up on “A new roof”', 'Proposal approved'];
    expect(await noticesOfAll(ada, ben, cleo)).toEqual([both, both, []]);
  });

  test.each([
    ['proposed', ['ada', 'ben', 'cleo']],
    ['closed', ['ada', 'ben', 'owner']],
    ['followedUp', ['ada', 'ben']],
  ] as const)(
    '%s: each of them once, in chunks of one person, also when all are repeated',
    async (news, names) => {
      owner = await aUser(t.platform);
      const offering = { shares: 100, price: 1_000, owner, admin, name: 'Maple Court' };
      propertyId = (await anApprovedProperty(t.platform, offering)).id;
      const people = { ada, ben, cleo, owner };
      for (const person of [ada, ben, cleo]) await buy(person, 10);
      const { id } = await propose();
      await vote(ada, id, 'yes');
      await vote(ben, id, 'no');
      const key = newKey();
      await notifyByOne(news, id, key);
      await notifyByOne(news, id, key);
      const notified = await Promise.all(
        Object.entries(people).map(async ([name, person]) => (await noticesOf(person)).map(() => name)),
      );
      expect(notified.flat()).toEqual(names);
    },
  );
});

/** Notifies everyone in chunks of one person. */
async function notifyByOne(news: ProposalNews, proposalId: string, key: string): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const chunk = { proposalId, news, after, maxPeople: 1, requestId: `${key}:${after}` };
    ({ last: after } = await notifyOfProposal(systemOf(t.platform), chunk));
  }
}

test('the ballots are open to holders to count again, under pseudonyms that differ between properties', async () => {
  await buy(ada, 30);
  await buy(ben, 10);
  const { id } = await propose();
  await vote(ada, id, 'yes');
  await vote(ben, id, 'no');
  const { csv } = await api(ben).governance.ballots({ proposalId: id });
  const lines = csv.trim().split('\r\n');
  expect(lines[0]).toBe('Shareholder,Shares,Choice');
  const sum = (choice: string) =>
    lines
      .map((line) => line.split(','))
      .filter((cells) => cells[2] === choice)
      .reduce((total, cells) => total + Number(cells[1]), 0);
  expect([sum('yes'), sum('no')]).toEqual([30, 10]);
  const names = lines.slice(1).map((line) => line.split(',')[0]);
  const namesOf = async (id: number) =>
    (await api(ada).properties.shareholders({ propertyId: id })).items.map(({ name }) => name);
  expect(names.toSorted()).toEqual((await namesOf(propertyId)).toSorted());
  const other = await anApprovedProperty(t.platform, { shares: 100, price: 1_000, owner, admin });
  await api(ada).investing.invest({ propertyId: other.id, shares: 1, requestId: newKey() });
  expect(names).not.toContain((await namesOf(other.id))[0]);
  expect(csv).not.toContain(ada.id);
  expect(await refusalOf(api(owner).governance.ballots({ proposalId: id }))).toBe('NO_BALLOTS');
  expect((await list(owner)).items[0]?.canReadBallots).toBe(false);
  expect((await list(ada)).items[0]?.canReadBallots).toBe(true);
  expect((await api(admin).governance.ballots({ proposalId: id })).csv).toBe(csv);
});

test('proposals of a property that cannot be seen answer like missing ones', async () => {
  await buy(ada, 30);
  const { id } = await propose();
  await api(admin).properties.setStatus({ id: propertyId, status: 'pending' });
  expect(await refusalOf(vote(ben, id, 'yes'))).toBe('PROPOSAL_NOT_FOUND');
  const visitor = api(contextOf(t.platform));
  expect(await refusalOf(visitor.governance.proposals({ propertyId }))).toBe('PROPERTY_NOT_FOUND');
  expect((await vote(ada, id, 'yes')).userVote).toBe('yes');
});

test('who sold everything since the record date finds the proposal and votes also once the property is off the market', async () => {
  await buy(ada, 30);
  const { id } = await propose();
  const order = { propertyId, shares: 30, pricePerShareCents: 1_000 };
  await api(ada).resale.openListing({ ...order, requestId: newKey() });
  await api(ben).resale.placeBid({ ...order, requestId: newKey() });
  t.clock.advance(DAY);
  await propose(owner, 'A new door');
  await api(admin).properties.setStatus({ id: propertyId, status: 'pending' });
  const { items, canPropose } = await list(ada);
  expect(items).toMatchObject([{ id, title: 'A new roof', userShares: 30, userVote: null }]);
  expect(canPropose).toBe(false);
  expect(await vote(ada, id, 'yes')).toMatchObject({ userVote: 'yes', votes: { yes: { shares: 30 } } });
  expect((await api(ada).governance.ballots({ proposalId: id })).csv).toContain(',30,yes');
  expect((await list(ben)).items).toHaveLength(2);
  const cleo = await aUser(t.platform);
  for (const stranger of [api(cleo), api(contextOf(t.platform))])
    expect(await refusalOf(stranger.governance.proposals({ propertyId }))).toBe('PROPERTY_NOT_FOUND');
  expect(await refusalOf(vote(cleo, id, 'no'))).toBe('PROPOSAL_NOT_FOUND');
});

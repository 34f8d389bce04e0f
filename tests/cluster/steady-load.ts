import { setTimeout as sleep } from 'node:timers/promises';
import { longestGap } from '../../scripts/cluster/fault-table.ts';
import { newRequest } from '../faults/load.ts';
import { newKey } from '../support/actors.ts';
import { testClient } from '../support/server.ts';
import { type Change, inTime, RETRY_MS, sendUntilDone, untilDone } from './changes.ts';
import type { Approval, Statement } from './distributions.ts';
import { type ClusterScene, SESSION_COOKIE, SHARE_CENTS } from './scene.ts';

const BUYERS = 6;
const READERS = 2;
/** Pause between two requests of one person: the load is steady and leaves the machine free to fail over. */
const PAUSE_MS = 20;
/** Pause between two approvals of statements, so that they last as long as the fault. */
const APPROVAL_PAUSE_MS = 400;

export interface Measured {
  /** Every change of the load, each with its answer. */
  changes: Change[];
  approved: Statement[];
  /** Times that somebody looked at their own purchase, and how often it was not there. */
  ownReads: { many: number; stale: number };
  /** The longest time between two answered changes, in seconds. */
  withoutWrites: number;
  withoutReads: number;
}

export interface SteadyLoad {
  /** Number of answered changes so far. */
  answered(): number;
  /** Lets each person end what they have begun, with as many retries as it takes. */
  stop(): Promise<Measured>;
  /** Lets nobody repeat what is not answered; resolves when no request is on its way. */
  abandon(): Promise<void>;
}

export interface Work {
  url: string;
  scene: Pick<ClusterScene, 'load' | 'markets'>;
  /** Sessions of the admin and the reader. */
  sessions: { admin: string; reader: string };
  statements: readonly Statement[];
  /** Pays a statement beside the servers, until all of it is paid after its approval. */
  pay(id: string, approval: () => Approval): Promise<void>;
}

/**
 * People who buy, deposit, list shares and buy them, bid and sell to the bids, one after the other; an admin who approves
 * statements, which are paid; and a reader of their own purchases. All repeat with the same key what was not answered.
 */
export function steadyLoad({ url, scene, ...work }: Work): SteadyLoad {
  const started = performance.now();
  const changes: Change[] = [];
  const approved: Statement[] = [];
  const ownReads = { many: 0, stale: 0 };
  const writes: number[] = [];
  const reads: number[] = [];
  const abandoned = new AbortController();
  let working = true;
  let purchases = 0;

  async function change(one: Change) {
    changes.push(one);
    one.answer = await sendUntilDone(url, one, abandoned.signal);
    writes.push(performance.now());
    return one.answer;
  }
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
  const cookieOf = (session: string) => ({ cookie: `${SESSION_COOKIE}=${session}` });
  const command = async (name: string, headers: Record<string, string>, input: object) => {
    const body = { ...input, requestId: newKey() };
    return (await change({ path: `/api/trpc/${name}`, body, headers })).json.result.data;
  };

  const buy = async () => {
    while (working) {
      const { path, body, key, secret } = newRequest(scene.load, purchases++);
      await change({ path, body, headers: { ...bearer(secret), 'idempotency-key': key } });
      await sleep(PAUSE_MS);
    }
  };
  const listAndBuy = async () => {
    const { propertyId, sellerSecret, buyerSecret } = scene.markets.listings;
    for (let many = 0; working; many += 1) {
      const order = { propertyId, shares: 1 + (many % 3), pricePerShareCents: SHARE_CENTS };
      const { id } = await command('resale.openListing', bearer(sellerSecret), order);
      const expectedTotalCents = order.shares * SHARE_CENTS;
      const purchase = { listingId: id, shares: order.shares, expectedTotalCents };
      await command('resale.buyShares', bearer(buyerSecret), purchase);
      await sleep(PAUSE_MS);
    }
  };
  const bidAndSell = async () => {
    const { propertyId, sellerSecret, buyerSecret } = scene.markets.bids;
    for (let many = 0; working; many += 1) {
      const order = { propertyId, shares: 1 + (many % 3), pricePerShareCents: SHARE_CENTS };
      await command('resale.placeBid', bearer(buyerSecret), order);
      await command('resale.openListing', bearer(sellerSecret), order);
      await sleep(PAUSE_MS);
    }
  };
  const distribute = async () => {
    for (const statement of work.statements) {
      if (!working) return;
      let approval: Approval = 'asked';
      approved.push(statement);
      const paid = work.pay(statement.id, () => approval);
      try {
        await command('distributions.approve', cookieOf(work.sessions.admin), statement);
        approval = 'done';
      } finally {
        if (approval !== 'done') approval = 'failed';
        await paid;
      }
      await sleep(APPROVAL_PAUSE_MS);
    }
  };
  const readOwn = async () => {
    const { propertyId } = scene.markets.listings;
    const browser = testClient(url);
    browser.cookies.set(SESSION_COOKIE, work.sessions.reader);
    const held = async () => {
      const look = () => browser.query('portfolio.overview');
      const { json } = await untilDone(look, 'portfolio.overview', abandoned.signal);
      const { holdings } = json.result.data as { holdings: { propertyId: number; shares: number }[] };
      return holdings.find((holding) => holding.propertyId === propertyId)?.shares ?? 0;
    };
    let expected = await held();
    while (working) {
      const input = { propertyId, shares: 1, requestId: newKey() };
      const purchase: Change = {
        path: '/api/trpc/investing.invest',
        body: input,
        headers: cookieOf(work.sessions.reader),
      };
      changes.push(purchase);
      const buyOne = () => browser.mutate('investing.invest', input);
      purchase.answer = await untilDone(buyOne, purchase.path, abandoned.signal);
      writes.push(performance.now());
      expected += 1;
      ownReads.many += 1;
      if ((await held()) !== expected) ownReads.stale += 1;
      await sleep(PAUSE_MS);
    }
  };
  const read = async () => {
    while (working) {
      const answer = await inTime(testClient(url).get('/api/properties'));
      if (answer?.status === 200) reads.push(performance.now());
      await sleep(answer?.status === 200 ? PAUSE_MS : RETRY_MS);
    }
  };
  const people = [
    ...Array.from({ length: BUYERS }, buy),
    listAndBuy(),
    bidAndSell(),
    distribute(),
    readOwn(),
    ...Array.from({ length: READERS }, read),
  ];
  const all = Promise.all(people);
  // Whoever waits for something else meanwhile hears of a failure by `stop`.
  all.catch(() => undefined);
  return {
    answered: () => writes.length,
    async stop() {
      const ended = performance.now();
      working = false;
      await all;
      return {
        changes,
        approved,
        ownReads,
        withoutWrites: longestGap(writes, started, ended),
        withoutReads: longestGap(reads, started, ended),
      };
    },
    async abandon() {
      working = false;
      abandoned.abort();
      await Promise.allSettled(people);
    },
  };
}

import { sql } from 'drizzle-orm';
import { createSession } from '#features/identity/server/sessions/sessions.ts';
import { present } from '#kernel/assert.ts';
import { monthAfter, monthOf } from '#kernel/months.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { type Scene, setScene } from '../faults/load.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, type Person } from '../support/actors.ts';
import { eventually } from '../support/eventually.ts';
import { NO_LIMITS, TEST_DATA_KEY } from '../support/platform.ts';
import { issueStatementsFrom } from '../support/statements.ts';

/** Two people who trade shares of one property with each other only, so that every trade is known beforehand. */
export interface Market {
  propertyId: number;
  sellerSecret: string;
  buyerSecret: string;
}

export interface ClusterScene {
  /** For purchases and deposits. */
  load: Scene;
  /** One for listings that are bought, and one for bids that are sold to. */
  markets: { listings: Market; bids: Market };
  admin: Person;
  owner: Person;
  holders: Person[];
  /** Buys a share at a time in a browser, and looks at the portfolio after each. */
  reader: Person;
}

/** Settings of the servers of a cluster under test. */
export const SERVER_SETTINGS = {
  NODE_ENV: 'test',
  RATE_LIMITS: 'off',
  VERIFY_HOURS: '0',
  LOG_LEVEL: 'error',
  DATA_KEYS: TEST_DATA_KEY,
  ...NO_LIMITS,
};

const HOLDERS = 20;
const SHARES = 1_000_000;
export const SHARE_CENTS = 100;

const secretOf = async (person: Person) =>
  (await api(person).identity.createToken({ name: 'load', scope: 'write', expiresInDays: null })).secret;

/** Waits for the bank, which the servers may have asked: then money does not come immediately. */
async function untilFunded({ db }: Platform): Promise<void> {
  const pending = () => rows(db, sql`select 1 from bank_transfers where status = 'pending' limit 1`);
  await eventually(async () => (await pending()).length === 0, { withinMs: 120_000, what: 'all are funded' });
}

/** Creates everybody, and the properties that are bought and traded. */
export async function setClusterScene(platform: Platform): Promise<ClusterScene> {
  // Monthly statements never change, and the distributions are of months that would have theirs: none is issued here.
  await issueStatementsFrom(platform, monthAfter(monthOf(new Date()), 12));
  const people = (many: number, cash: number) =>
    Promise.all(Array.from({ length: many }, () => aUser(platform, { cash })));
  const admin = await anAdmin(platform);
  const [owner, reader, ...traders] = await people(6, 50_000_000);
  const holders = await people(HOLDERS, 5_000_000);
  const load = await setScene(platform);
  await untilFunded(platform);
  const aMarket = async (): Promise<Market> => {
    const [seller, buyer] = [present(traders.pop(), 'a seller'), present(traders.pop(), 'a buyer')];
    const { id } = await anApprovedProperty(platform, {
      shares: SHARES,
      price: SHARE_CENTS,
      admin,
      owner: await aUser(platform),
    });
    await api(seller).investing.invest({ propertyId: id, shares: SHARES / 5, requestId: newKey() });
    return { propertyId: id, sellerSecret: await secretOf(seller), buyerSecret: await secretOf(buyer) };
  };
  return {
    load,
    markets: { listings: await aMarket(), bids: await aMarket() },
    admin,
    owner: present(owner, 'an owner'),
    holders,
    reader: present(reader, 'a reader'),
  };
}

export const SESSION_COOKIE = 'commonhold';

/** A new session of somebody, as the cookie has it. */
export async function signIn({ db }: Platform, { id }: Person): Promise<string> {
  return (await createSession(db, { userId: id, device: 'test', now: new Date() })).token;
}

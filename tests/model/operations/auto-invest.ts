import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { AutoInvestSettings } from '#features/auto-invest/auto-invest.contract.ts';
import { defaultSettings } from '#features/auto-invest/auto-invest.rules.ts';
import { planRun } from '#features/auto-invest/server/index.ts';
import { accounts } from '#features/ledger/server/index.ts';
import { rows } from '#platform/server/database/db.ts';
import { api, newKey, type Person, systemOf } from '../../support/actors.ts';
import { monthOf } from '../calendar.ts';
import { any, often } from '../choices.ts';
import { isFrozen } from '../freezes.ts';
import { limitsAt, resalePurchasesIn } from '../limits.ts';
import {
  availableOf,
  balance,
  cashOf,
  type Model,
  type Offering,
  offered,
  part,
  pick,
  type World,
} from '../model.ts';
import { fundingOf, purchasesIn, totalOf } from '../offerings.ts';
import { operation, type SliceOperations } from '../operation.ts';
import { provenAt } from '../proof.ts';
import { purchase, refusePurchase } from '../purchases.ts';
import { isAffiliate } from '../twins.ts';
import { followUp } from './distributions.ts';

interface Decision extends Record<string, unknown> {
  userId: string;
  outcome: string;
  investmentId: string | null;
  shares: number;
}

/** Settings of people, by their ids, and the purchases that Auto-Invest made, by theirs. */
const settingsIn = part<Map<string, AutoInvestSettings>>(() => new Map());
const boughtIn = part<Set<string>>(() => new Set());

const chosen: fc.Arbitrary<AutoInvestSettings> = fc.record({
  /** Only the operation below turns it on: the worker's own purchases are in no order that a model could know. */
  enabled: fc.constant(false),
  paused: often(6).map((usual) => !usual),
  minYieldBps: fc.constantFrom(0, 0, 300, 900),
  propertyTypes: fc.constant([]),
  maxPerPropertyCents: fc.constantFrom(10_000, 50_000, 100_000),
  monthlyLimitCents: fc.constantFrom(10_000, 30_000, 60_000, 100_000),
  amountCents: fc.constantFrom(10_000, 50_000, 100_000),
  reserveCents: fc.constantFrom(0, 0, 0, 5_000, 150_000),
  recurring: fc.constant(null),
});

/** Whether settings allow more than those of before, which are the ones of a new account where none were saved. */
function raises(model: Model, by: Person, after: AutoInvestSettings): boolean {
  const before = settingsIn(model).get(by.id) ?? defaultSettings;
  return (
    after.maxPerPropertyCents > before.maxPerPropertyCents ||
    after.monthlyLimitCents > before.monthlyLimitCents ||
    after.amountCents > before.amountCents ||
    after.reserveCents < before.reserveCents
  );
}

const saveSettings = operation({
  name: 'autoInvest.saveSettings',
  kind: 'command',
  weight: 5,
  opens: 2,
  choice: fc.record({ who: any, settings: chosen }),
  ask: (model, { who, settings }) => {
    const by = pick(model.people, who);
    return by ? { by, input: settings } : null;
  },
  refusals: ['CONFIRM_IDENTITY'],
  seldom: ['ACCOUNT_FROZEN', 'CONFIRM_IDENTITY'],
  refuse: (model, { by, input }) =>
    by.actor.authenticatedAt === undefined && raises(model, by, input) ? 'CONFIRM_IDENTITY' : null,
  call: (_, { by, input }) => api(by).autoInvest.saveSettings(input),
  accept: ({ model }, { by, input }) => {
    settingsIn(model).set(by.id, input);
    return input;
  },
});

/** Those who have set it up and can change that now. */
const participants = (model: Model) =>
  model.people.filter(({ id }) => settingsIn(model).has(id) && !isFrozen(model, id));

const switchAll = async (world: World, people: readonly Person[], enabled: boolean) => {
  for (const person of people) {
    const settings = settingsIn(world.model).get(person.id) as AutoInvestSettings;
    await api(provenAt(person, world.clock.now())).autoInvest.saveSettings({ ...settings, enabled });
  }
};

/** Decisions of a run about a property, for the people of this world. */
async function decisionsOf({ platform }: World, slot: string): Promise<Decision[]> {
  return rows<Decision>(
    platform.db,
    sql`select d.user_id as "userId", d.outcome, d.investment_id as "investmentId", d.allocated_shares as shares
        from auto_invest_decisions d join auto_invest_runs r on r.id = d.run_id
        where r.slot = ${slot} order by d.user_id`,
  );
}

const run = operation({
  name: 'Auto-Invest deals the shares of a property',
  kind: 'passage of time',
  weight: 8,
  choice: fc.record({ which: any, sensible: often(6) }),
  ask: (model, { which, sensible }) => {
    const open = (one: Offering) => availableOf(model, one) > 0 && one.status === 'approved';
    const property = pick(
      model.properties.filter((one) => !sensible || open(one)),
      which,
    );
    return property && participants(model).length > 0
      ? { by: model.admin, input: { propertyId: property.id, slot: `daily:${newKey()}` } }
      : null;
  },
  refusals: [],
  refuse: () => null,
  call: async (world, { input }) => {
    const people = participants(world.model);
    await switchAll(world, people, true);
    const planned = { trigger: 'daily' as const, ...input };
    await planRun(systemOf(world.platform), planned);
    const [found] = await rows<{ operationId: string }>(
      world.platform.db,
      sql`select operation_id as "operationId" from outbox_events e
          join auto_invest_runs r on e.payload->>'runId' = r.id::text where r.slot = ${input.slot} limit 1`,
    );
    if (found) await followUp(world.platform, found.operationId);
    await switchAll(world, people, false);
    return { decisions: await decisionsOf(world, input.slot) };
  },
  outcomes: ['bought', 'declined'],
  accept: (world, { input: { propertyId } }, { decisions }, count) => {
    const { model } = world;
    const property = offered(model, propertyId);
    const people = participants(model);
    const isOffered = availableOf(model, property) > 0 && refusesNobody(model, property);
    const expected = isOffered ? people.map(({ id }) => id).sort() : [];
    expect(decisions.map(({ userId }) => userId)).toEqual(expected);
    for (const { userId, outcome, investmentId, shares } of decisions) {
      count(outcome);
      if (outcome !== 'bought' || investmentId === null) {
        expect([outcome, investmentId]).toEqual(['declined', null]);
        continue;
      }
      const by = people.find(({ id }) => id === userId) as Person;
      expect(brokenBy(model, by, property, shares)).toEqual([]);
      purchase(world, investmentId, { by, property, shares });
      boughtIn(model).add(investmentId);
    }
    return null;
  },
});

/** Whether the property is on the market, independent of the viewer. */
function refusesNobody(model: Model, property: Offering): boolean {
  const refusals = model.people.map((by) =>
    refusePurchase(model, { by, property, shares: availableOf(model, property) }, model.now()),
  );
  return !refusals.includes('NOT_OPEN');
}

/** Rules that a purchase of Auto-Invest would break: limits to the cent, and the person's own settings. */
function brokenBy(model: Model, by: Person, property: Offering, shares: number): string[] {
  const settings = settingsIn(model).get(by.id) as AutoInvestSettings;
  const amountCents = shares * property.price;
  const own = purchasesIn(model).filter((one) => one.by.id === by.id);
  const standing = own.filter(({ status }) => status === 'active');
  const sum = (some: readonly { amountCents: number }[]) =>
    some.reduce((total, one) => total + one.amountCents, amountCents);
  const ofProperty = ({ propertyId }: { propertyId: number }) => propertyId === property.id;
  const month = monthOf(model.now());
  const byEngine = standing.filter(({ id }) => id !== null && boughtIn(model).has(id));
  const traded = resalePurchasesIn(model).filter((one) => one.by.id === by.id && ofProperty(one));
  const { monthly, annual } = limitsAt(model, by, model.now());
  const { minimumOrderShares } = fundingOf(model, property);
  const broken = {
    'switched off': settings.paused,
    'own property': isAffiliate(model, property, by.id),
    'bought after it was cancelled': own.some((one) => ofProperty(one) && one.status === 'cancelled'),
    'bought twice': byEngine.some(ofProperty),
    'yield too low': property.yieldBps < settings.minYieldBps,
    'no shares': shares < 1,
    amount: amountCents > settings.amountCents,
    'limit per property': sum([...standing.filter(ofProperty), ...traded]) > settings.maxPerPropertyCents,
    'monthly limit': sum(byEngine.filter(({ at }) => monthOf(at) === month)) > settings.monthlyLimitCents,
    'limits of the account': amountCents > Math.min(monthly.leftCents, annual.leftCents),
    'cash reserve': cashOf(model, by) - totalOf(amountCents) < settings.reserveCents,
    'minimum order':
      shares < minimumOrderShares && shares < balance(model, accounts.propertyAvailable(property.id)),
  };
  return Object.entries(broken).flatMap(([limit, isBroken]) => (isBroken ? [limit] : []));
}

/** Nobody has two decisions about a property in one run, of any run; settings are as they were saved. */
async function check({ platform, model }: World): Promise<void> {
  for (const person of model.people) {
    const twice = await rows(
      platform.db,
      sql`select run_id, property_id from auto_invest_decisions where user_id = ${person.id}
          group by run_id, property_id having count(*) > 1`,
    );
    expect(twice).toEqual([]);
    const known = settingsIn(model).get(person.id);
    if (known) expect((await api(person).autoInvest.overview()).settings).toEqual(known);
  }
}

export const autoInvest: SliceOperations = { operations: [saveSettings, run], check };

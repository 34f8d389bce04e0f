import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { AutoInvestSettings } from '#features/auto-invest/auto-invest.contract.ts';
import { defaultSettings, SKIP_MS } from '#features/auto-invest/auto-invest.rules.ts';
import { planRun } from '#features/auto-invest/server/index.ts';
import { accounts } from '#features/ledger/server/index.ts';
import { DAY } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import { api, newKey, type Person, systemOf } from '../../support/actors.ts';
import { type Month, monthOf, startOf } from '../calendar.ts';
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
import { isHalted } from './resale.ts';

type Trigger = 'approval' | 'deposit' | 'daily' | 'recurring';

interface Decision extends Record<string, unknown> {
  id: string;
  userId: string;
  propertyId: number;
  outcome: string;
  investmentId: string | null;
  shares: number;
  wantedShares: number;
}

/** A match that its person can skip until it is bought. */
interface Match {
  id: string;
  /** The slot of its run. */
  slot: string;
  by: Person;
  propertyId: number;
  shares: number;
  executeAt: number;
  state: 'waiting' | 'skipped' | 'over';
}

/** Settings of people, by their ids, and the purchases that Auto-Invest made, by theirs. */
const settingsIn = part<Map<string, AutoInvestSettings>>(() => new Map());
const boughtIn = part<Set<string>>(() => new Set());
const matchesIn = part<Match[]>(() => []);
/** The month in which a person's plan was carried out last, by their ids. */
const planMonthsIn = part<Map<string, Month>>(() => new Map());

/** The kind of every property of the model. */
const KIND = 'Residential';

const settingsWith = ({
  propertyTypes,
  recurring,
}: {
  propertyTypes: fc.Arbitrary<AutoInvestSettings['propertyTypes']>;
  recurring: fc.Arbitrary<AutoInvestSettings['recurring']>;
}): fc.Arbitrary<AutoInvestSettings> =>
  fc.record({
    /** Only runs below turn it on: the worker's own purchases are in no order that a model could know. */
    enabled: fc.constant(false),
    paused: often(6).map((usual) => !usual),
    minYieldBps: fc.constantFrom(0, 0, 300, 900),
    propertyTypes,
    maxPerPropertyCents: fc.constantFrom(10_000, 50_000, 100_000),
    monthlyLimitCents: fc.constantFrom(10_000, 30_000, 60_000, 100_000),
    amountCents: fc.constantFrom(10_000, 50_000, 100_000),
    reserveCents: fc.constantFrom(0, 0, 0, 5_000, 150_000),
    recurring,
  });

/** Whether settings allow more than those of before, which are the ones of a new account where none were saved. */
function raises(model: Model, by: Person, after: AutoInvestSettings): boolean {
  const before = settingsIn(model).get(by.id) ?? defaultSettings;
  return (
    after.maxPerPropertyCents > before.maxPerPropertyCents ||
    after.monthlyLimitCents > before.monthlyLimitCents ||
    after.amountCents > before.amountCents ||
    after.reserveCents < before.reserveCents ||
    (after.recurring?.amountCents ?? 0) > (before.recurring?.amountCents ?? 0)
  );
}

const saving = (
  frequency: { name: string; weight: number; opens?: number },
  settings: fc.Arbitrary<AutoInvestSettings>,
) =>
  operation({
    ...frequency,
    kind: 'command',
    choice: fc.record({ who: any, settings }),
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

const saveSettings = saving(
  { name: 'autoInvest.saveSettings', weight: 5, opens: 2 },
  settingsWith({ propertyTypes: fc.constant([]), recurring: fc.constant(null) }),
);

const savePlan = saving(
  { name: 'autoInvest.saveSettings with a monthly plan', weight: 6 },
  settingsWith({
    propertyTypes: fc.constantFrom<AutoInvestSettings['propertyTypes']>(
      [],
      [],
      [KIND],
      [KIND, 'Industrial'],
      ['Commercial', 'Retail'],
    ),
    recurring: fc.option(
      fc
        .tuple(fc.constantFrom(10_000, 25_000, 60_000), fc.integer({ min: 1, max: 31 }))
        .map(([amountCents, day]) => ({ amountCents, day })),
      { nil: null, freq: 6 },
    ),
  }),
);

/** Those who have set it up and can change that now. */
const participants = (model: Model) =>
  model.people.filter(({ id }) => settingsIn(model).has(id) && !isFrozen(model, id));

const settingsOf = (model: Model, { id }: Person) => settingsIn(model).get(id) as AutoInvestSettings;

/** Turns Auto-Invest on for these people while something happens; their settings are saved now, in these variants. */
async function whileOn(
  world: World,
  people: readonly Person[],
  happening: () => Promise<void>,
  variant = (settings: AutoInvestSettings) => settings,
): Promise<void> {
  const save = async (change: (settings: AutoInvestSettings) => AutoInvestSettings) => {
    for (const person of people) {
      const proven = provenAt(person, world.clock.now());
      await api(proven).autoInvest.saveSettings(change(settingsOf(world.model, person)));
    }
  };
  await save((settings) => ({ ...variant(settings), enabled: true }));
  await happening();
  await save((settings) => settings);
}

/** Decisions of a run for the people of this world, in the order in which they are carried out. */
async function decisionsOf({ platform }: World, slot: string): Promise<Decision[]> {
  return rows<Decision>(
    platform.db,
    sql`select d.id::text as id, d.user_id as "userId", d.property_id as "propertyId", d.outcome,
               d.investment_id as "investmentId", d.allocated_shares as shares, d.wanted_shares as "wantedShares"
        from auto_invest_decisions d join auto_invest_runs r on r.id = d.run_id
        where r.slot = ${slot} order by d.user_id, d.id desc`,
  );
}

/** Buys what a planned run has allocated. */
async function execute({ platform }: World, slot: string): Promise<void> {
  const [found] = await rows<{ operationId: string }>(
    platform.db,
    sql`select operation_id as "operationId" from outbox_events e
        join auto_invest_runs r on e.payload->>'runId' = r.id::text where r.slot = ${slot} limit 1`,
  );
  if (found) await followUp(platform, found.operationId);
}

/** Takes the properties of other worlds, which share the database, off the market while something happens. */
async function withoutOthers({ platform, model }: World, happening: () => Promise<unknown>): Promise<void> {
  const own = model.properties.map(({ id }) => id);
  const others = await rows<{ id: number }>(
    platform.db,
    sql`update properties set status = 'pending' where status = 'approved' and id not in ${[0, ...own]} returning id`,
  );
  await happening();
  if (others.length > 0)
    await platform.db.execute(
      sql`update properties set status = 'approved' where id in ${others.map(({ id }) => id)}`,
    );
}

/** Whether Auto-Invest looks at a property. */
const isOffered = (model: Model, property: Offering) =>
  availableOf(model, property) > 0 && refusesNobody(model, property);

/** Takes over what a run decided for people about properties: each pair once. */
function takeOver(
  world: World,
  trigger: Trigger,
  decisions: readonly Decision[],
  count: (outcome: string) => void,
): void {
  const { model } = world;
  const planCents = new Map<string, number>();
  for (const { userId, propertyId, outcome, investmentId, shares } of decisions) {
    count(outcome);
    if (outcome !== 'bought' || investmentId === null) {
      expect([outcome, investmentId]).toEqual(['declined', null]);
      continue;
    }
    const by = model.people.find(({ id }) => id === userId) as Person;
    const property = offered(model, propertyId);
    const spentCents = planCents.get(userId) ?? 0;
    expect(brokenBy(model, { trigger, by, property, shares, spentCents })).toEqual([]);
    planCents.set(userId, spentCents + shares * property.price);
    purchase(world, investmentId, { by, property, shares });
    boughtIn(model).add(investmentId);
  }
}

const pairsOf = (people: readonly Pick<Person, 'id'>[], properties: readonly Pick<Offering, 'id'>[]) =>
  people.flatMap(({ id }) => properties.map((property) => `${id} ${property.id}`)).sort();
const pairsIn = (decisions: readonly Decision[]) =>
  decisions.map(({ userId, propertyId }) => `${userId} ${propertyId}`).sort();

/** A run about one property, when there is one and somebody takes part. */
const runAbout = (model: Model, trigger: Trigger, property: Offering | undefined) =>
  property && participants(model).length > 0
    ? { by: model.admin, input: { propertyId: property.id, slot: `${trigger}:${newKey()}` } }
    : null;

const run = operation({
  name: 'Auto-Invest deals the shares of a property',
  kind: 'passage of time',
  weight: 8,
  choice: fc.record({ which: any, sensible: often(6) }),
  ask: (model, { which, sensible }) => {
    const open = (one: Offering) => availableOf(model, one) > 0 && one.status === 'approved';
    const properties = model.properties.filter((one) => !sensible || open(one));
    return runAbout(model, 'daily', pick(properties, which));
  },
  refusals: [],
  refuse: () => null,
  call: async (world, { input }) => {
    await whileOn(world, participants(world.model), async () => {
      await planRun(systemOf(world.platform), { trigger: 'daily', ...input });
      await execute(world, input.slot);
    });
    return { decisions: await decisionsOf(world, input.slot) };
  },
  outcomes: ['bought', 'declined'],
  accept: (world, { input: { propertyId } }, { decisions }, count) => {
    const { model } = world;
    const property = offered(model, propertyId);
    const people = isOffered(model, property) ? participants(model) : [];
    expect(pairsIn(decisions)).toEqual(pairsOf(people, [property]));
    takeOver(world, 'daily', decisions, count);
    return null;
  },
});

const dayOf = (moment: number) => new Date(moment).getUTCDate();
const lastDayOf = (moment: number) => new Date(startOf(monthOf(moment) + 1) - DAY).getUTCDate();

/** Those whose plan is due today: it was saved just now, so one of an earlier day begins next month. */
const planned = (model: Model, everyDueToday: boolean) =>
  participants(model).filter((person) => {
    const { recurring } = settingsOf(model, person);
    if (!recurring || planMonthsIn(model).get(person.id) === monthOf(model.now())) return false;
    const day = Math.min(recurring.day, lastDayOf(model.now()));
    return everyDueToday || day === dayOf(model.now());
  });

/** A run over everything on the market: of a day, of the deposit of one person, or of the monthly plans. */
const marketRun = operation({
  name: 'Auto-Invest looks at the whole market',
  kind: 'passage of time',
  weight: 14,
  choice: fc.record({
    trigger: fc.constantFrom('daily' as const, 'deposit', 'recurring', 'recurring'),
    who: any,
    everyDueToday: often(3),
  }),
  ask: (model, { trigger, who, everyDueToday }) => {
    const depositor = pick(participants(model), who);
    if (!depositor) return null;
    const slot = `${trigger}:${newKey()}`;
    const planned = { trigger, slot, ...(trigger === 'deposit' && { userId: depositor.id }) };
    return { by: model.admin, input: { planned, everyDueToday } };
  },
  refusals: [],
  refuse: () => null,
  call: async (world, { input: { planned, everyDueToday } }) => {
    const day = dayOf(world.model.now());
    const dueToday = ({ recurring, ...rest }: AutoInvestSettings) => ({
      ...rest,
      recurring: recurring && { ...recurring, day },
    });
    const happening = async () => {
      await withoutOthers(world, () => planRun(systemOf(world.platform), planned));
      await execute(world, planned.slot);
    };
    await whileOn(world, participants(world.model), happening, everyDueToday ? dueToday : undefined);
    return { decisions: await decisionsOf(world, planned.slot) };
  },
  outcomes: [
    'bought',
    'declined',
    'daily bought',
    'deposit bought',
    'recurring bought',
    'bought several properties for one person',
    'a plan that is not due',
  ],
  seldom: ['bought several properties for one person'],
  accept: (world, { input: { planned: asked, everyDueToday } }, { decisions }, count) => {
    const { model } = world;
    const { trigger, userId } = asked;
    const properties = model.properties.filter((one) => isOffered(model, one));
    const people =
      trigger === 'recurring'
        ? planned(model, everyDueToday)
        : participants(model).filter(({ id }) => userId === undefined || id === userId);
    expect(pairsIn(decisions)).toEqual(pairsOf(people, properties));
    const month = monthOf(model.now());
    takeOver(world, trigger, decisions, count);
    if (trigger === 'recurring') {
      if (properties.length > 0) for (const { id } of people) planMonthsIn(model).set(id, month);
      if (participants(model).some((one) => settingsOf(model, one).recurring && !people.includes(one)))
        count('a plan that is not due');
    }
    const buyers = decisions.filter(({ outcome }) => outcome === 'bought').map((one) => one.userId);
    if (buyers.length > 0) count(`${trigger} bought`);
    if (new Set(buyers).size < buyers.length) count('bought several properties for one person');
    return null;
  },
});

const waiting = (model: Model) => matchesIn(model).filter(({ state }) => state === 'waiting');

const matching = operation({
  name: 'Auto-Invest matches a property',
  kind: 'passage of time',
  weight: 6,
  choice: fc.record({ which: any }),
  ask: (model, { which }) => {
    const properties = model.properties.filter((one) => isOffered(model, one));
    return runAbout(model, 'approval', pick(properties, which));
  },
  refusals: [],
  refuse: () => null,
  call: async (world, { input }) => {
    await whileOn(world, participants(world.model), async () => {
      await planRun(systemOf(world.platform), { trigger: 'approval', ...input });
    });
    return { decisions: await decisionsOf(world, input.slot) };
  },
  outcomes: ['matched', 'declined'],
  /** A match of an earlier approval ends with the next one. */
  accept: ({ model }, { input: { propertyId, slot } }, { decisions }, count) => {
    const property = offered(model, propertyId);
    expect(pairsIn(decisions)).toEqual(pairsOf(participants(model), [property]));
    for (const match of waiting(model)) if (match.propertyId === propertyId) match.state = 'over';
    for (const { id, userId, outcome, wantedShares: shares } of decisions) {
      count(outcome);
      if (outcome === 'declined') continue;
      expect(outcome).toBe('matched');
      const by = model.people.find((one) => one.id === userId) as Person;
      const order = { trigger: 'approval' as const, by, property, shares, spentCents: 0 };
      expect(brokenBy(model, order)).toEqual([]);
      const executeAt = model.now() + SKIP_MS;
      matchesIn(model).push({ id, slot, by, propertyId, shares, executeAt, state: 'waiting' });
    }
    return null;
  },
});

const skip = operation({
  name: 'autoInvest.skip',
  kind: 'command',
  whileFrozen: true,
  weight: 4,
  choice: fc.record({ who: any, which: any, own: often(6), open: often(3) }),
  ask: (model, { who, which, own, open }) => {
    const match = pick(open ? waiting(model) : matchesIn(model), which);
    const by = own ? match?.by : pick(model.people, who);
    return match && by ? { by, input: { decisionId: match.id } } : null;
  },
  refusals: ['MATCH_NOT_FOUND', 'MATCH_OVER'],
  refuse: (model, { by, input }) => {
    const match = matchesIn(model).find(({ id }) => id === input.decisionId) as Match;
    if (match.by.id !== by.id) return 'MATCH_NOT_FOUND';
    return match.state === 'over' ? 'MATCH_OVER' : null;
  },
  call: (_, { by, input }) => api(by).autoInvest.skip(input),
  accept: ({ model }, { input }) => {
    const match = matchesIn(model).find(({ id }) => id === input.decisionId) as Match;
    match.state = 'skipped';
    return { skipped: true as const };
  },
});

const buyMatches = operation({
  name: 'Auto-Invest buys what it matched a day ago',
  kind: 'passage of time',
  weight: 5,
  choice: fc.record({ which: any }),
  ask: (model, { which }) => {
    const match = pick(waiting(model), which);
    return match ? { by: model.admin, input: { slot: match.slot, executeAt: match.executeAt } } : null;
  },
  refusals: [],
  refuse: () => null,
  call: async (world, { input: { slot, executeAt } }) => {
    const { clock, model } = world;
    clock.advance(Math.max(0, executeAt - model.now()));
    await whileOn(world, participants(model), () => execute(world, slot));
    return { decisions: await decisionsOf(world, slot) };
  },
  outcomes: ['bought', 'declined', 'skipped'],
  seldom: ['skipped'],
  accept: (world, { input: { slot } }, { decisions }, count) => {
    const matches = matchesIn(world.model).filter((one) => one.slot === slot);
    const skipped = matches.filter(({ state }) => state === 'skipped').map(({ id }) => id);
    if (skipped.length > 0) count('skipped');
    for (const match of matches) if (match.state === 'waiting') match.state = 'over';
    const isSkipped = ({ id, outcome }: Decision) => {
      if (skipped.includes(id)) expect(outcome).toBe('skipped');
      return skipped.includes(id);
    };
    const open = decisions.filter((one) => matches.some(({ id }) => id === one.id) && !isSkipped(one));
    takeOver(world, 'approval', open, count);
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

interface Order {
  trigger: Trigger;
  by: Person;
  property: Offering;
  shares: number;
  /** Of the person's plan, what this run has spent before. */
  spentCents: number;
}

/** Rules that a purchase of Auto-Invest would break: limits to the cent, and the person's own settings. */
function brokenBy(model: Model, { trigger, by, property, shares, spentCents }: Order): string[] {
  const settings = settingsOf(model, by);
  const isPlan = trigger === 'recurring';
  const amountCents = shares * property.price;
  const own = purchasesIn(model).filter((one) => one.by.id === by.id);
  const active = own.filter(({ status }) => status === 'active');
  const sum = (some: readonly { amountCents: number }[]) =>
    some.reduce((total, one) => total + one.amountCents, amountCents);
  const ofProperty = ({ propertyId }: { propertyId: number }) => propertyId === property.id;
  const month = monthOf(model.now());
  const byEngine = active.filter(({ id }) => id !== null && boughtIn(model).has(id));
  const traded = resalePurchasesIn(model).filter((one) => one.by.id === by.id && ofProperty(one));
  const matches = matchesIn(model).filter((one) => one.by.id === by.id && ofProperty(one));
  const waitingShares = waiting(model)
    .filter(ofProperty)
    .reduce((total, match) => total + match.shares, 0);
  const { monthly, annual } = limitsAt(model, by, model.now());
  const { minimumOrderShares } = fundingOf(model, property);
  const planLeftCents = (settings.recurring?.amountCents ?? 0) - spentCents;
  const broken = {
    'switched off': settings.paused,
    'own property': isAffiliate(model, property, by.id),
    'bought after it was canceled': own.some((one) => ofProperty(one) && one.status === 'cancelled'),
    'bought after it was skipped': matches.some(({ state }) => state === 'skipped'),
    'taken from those who wait':
      trigger !== 'approval' && availableOf(model, property) - shares < 2 * waitingShares,
    'bought before its match': matches.some(({ state }) => state === 'waiting'),
    'bought twice': !isPlan && byEngine.some(ofProperty),
    'yield too low': property.yieldBps < settings.minYieldBps,
    'another type': settings.propertyTypes.length > 0 && !settings.propertyTypes.includes(KIND),
    'trading halted': isHalted(model, property.id),
    'no shares': shares < 1,
    amount: amountCents > (isPlan ? planLeftCents : settings.amountCents),
    'limit per property': sum([...active.filter(ofProperty), ...traded]) > settings.maxPerPropertyCents,
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

export const autoInvest: SliceOperations = {
  operations: [saveSettings, run],
  later: [savePlan, marketRun, matching, skip, buyMatches],
  check,
};

import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { compareFigures } from '#features/watchlist/server/compare-figures.ts';
import type { AlertSettings } from '#features/watchlist/watchlist.contract.ts';
import { DEFAULT_ALERTS } from '#features/watchlist/watchlist.rules.ts';
import { DAY } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import { api, type Person, systemOf } from '../../support/actors.ts';
import { any, often } from '../choices.ts';
import { availableOf, type Model, type Offering, offered, part, pick, sees, type World } from '../model.ts';
import { soldOf } from '../offerings.ts';
import { operation, type SliceOperations } from '../operation.ts';
import { shareValueOf } from '../valuations.ts';
import { isListedByOthers } from './resale.ts';

/** Watched properties: their ids, by the id of the person. */
const watchedIn = part<Map<string, Set<number>>>(() => new Map());

function watchedBy(model: Model, userId: string): Set<number> {
  const watched = watchedIn(model).get(userId) ?? new Set();
  watchedIn(model).set(userId, watched);
  return watched;
}

/** The heart of a property is pressed; pressed twice on two devices, it stays as it is. */
const heart = (
  name: 'watchlist.watchProperty' | 'watchlist.unwatchProperty',
  adding: boolean,
  weight: number,
) =>
  operation({
    name,
    kind: 'command',
    whileFrozen: true,
    weight,
    choice: fc.record({ who: any, which: any }),
    ask: (model, { who, which }) => {
      const by = pick(model.people, who);
      const property = pick(model.properties, which);
      return by && property ? { by, input: { propertyId: property.id } } : null;
    },
    refusals: adding ? ['PROPERTY_NOT_FOUND'] : [],
    refuse: (model, { by, input }) =>
      adding && !sees(model, by, offered(model, input.propertyId)) ? 'PROPERTY_NOT_FOUND' : null,
    call: async (_, { by, input }) => {
      const { watchlist } = api(by);
      return adding ? watchlist.watchProperty(input) : watchlist.unwatchProperty(input);
    },
    accept: ({ model }, { by, input }) => {
      const watched = watchedBy(model, by.id);
      if (adding) watched.add(input.propertyId);
      else watched.delete(input.propertyId);
      return { watched: adding as never };
    },
  });

/** A property that someone has added while nothing else compared its figures, and the levels that it is beyond. */
interface Entry {
  by: Person;
  propertyId: number;
  price: number;
  yieldBps: number;
  /** The alerts of this property alone; null while the general ones apply. */
  own: AlertSettings | null;
  beyond: Set<Level>;
  /** When the level last alerted, in milliseconds. */
  alertedAt: Map<Level, number>;
}

const entriesIn = part<Entry[]>(() => []);
const generalIn = part<Map<string, AlertSettings>>(() => new Map());

const alertsOf = (model: Model, { by, own }: Pick<Entry, 'by' | 'own'>) =>
  own ?? generalIn(model).get(by.id) ?? DEFAULT_ALERTS;
const entryOf = (model: Model, by: Person, propertyId: number) =>
  entriesIn(model).find((one) => one.by.id === by.id && one.propertyId === propertyId);

type Level =
  | 'price up'
  | 'price down'
  | 'yield up'
  | 'yield down'
  | 'funded'
  | 'on the market'
  | 'for resale';
/** Time after an alert before the same one can come again. Orders that are canceled cross the last three. */
const REARM_MS: Readonly<Record<Level, number>> = {
  'price up': 0,
  'price down': 0,
  'yield up': 0,
  'yield down': 0,
  funded: DAY,
  'on the market': DAY,
  'for resale': DAY,
};
/** Beyond a level, back by more than 1% of it, or between, where what was before stays. */
type Place = 'beyond' | 'between' | 'back';

/** Everything in hundredths, so that 1% of a level is whole. */
const atLeast = (figure: number, level: number): Place =>
  100 * figure >= 100 * level ? 'beyond' : 100 * figure <= 99 * level ? 'back' : 'between';
const atMost = (figure: number, level: number): Place =>
  100 * figure <= 100 * level ? 'beyond' : 100 * figure >= 101 * level ? 'back' : 'between';
const yesOrNo = (is: boolean): Place => (is ? 'beyond' : 'back');

/** Each level with its place now, and the switch of its alert. */
function placesOf(
  model: Model,
  entry: Omit<Entry, 'beyond' | 'alertedAt'>,
): [Level, Place, keyof AlertSettings][] {
  const property = offered(model, entry.propertyId);
  const { pricePercent, yieldBps, fundedPercent } = alertsOf(model, entry);
  const isApproved = property.status === 'approved';
  const value = 100 * shareValueOf(model, property);
  const lowest = entry.yieldBps - yieldBps;
  return [
    ['price up', atLeast(value, entry.price * (100 + pricePercent)), 'price'],
    ['price down', atMost(value, entry.price * (100 - pricePercent)), 'price'],
    ['yield up', atLeast(property.yieldBps, entry.yieldBps + yieldBps), 'yield'],
    ['yield down', lowest > 0 ? atMost(property.yieldBps, lowest) : 'back', 'yield'],
    ['funded', atLeast(100 * soldOf(model, property), property.totalShares * fundedPercent), 'funding'],
    ['on the market', yesOrNo(isOnMarket(model, property)), 'market'],
    ['for resale', yesOrNo(isApproved && isListedByOthers(model, property.id, entry.by)), 'market'],
  ];
}

const isOnMarket = (model: Model, property: Offering) =>
  property.status === 'approved' && availableOf(model, property) > 0;

const levelsBeyond = (model: Model, entry: Omit<Entry, 'beyond' | 'alertedAt'>) =>
  new Set(placesOf(model, entry).flatMap(([level, place]) => (place === 'beyond' ? [level] : [])));

/** New thresholds alert only for what is crossed from then on. */
function adopt(model: Model, entry: Entry, before: AlertSettings): void {
  const now = alertsOf(model, entry);
  const moved: Level[] = [
    ...(now.pricePercent === before.pricePercent ? [] : (['price up', 'price down'] as const)),
    ...(now.yieldBps === before.yieldBps ? [] : (['yield up', 'yield down'] as const)),
    ...(now.fundedPercent === before.fundedPercent ? [] : (['funded'] as const)),
  ];
  const beyond = levelsBeyond(model, entry);
  for (const level of moved) {
    if (beyond.has(level)) entry.beyond.add(level);
    else entry.beyond.delete(level);
    entry.alertedAt.delete(level);
  }
}

/** Removed and added again, so that it begins with the figures of now. */
const addAgain = operation({
  name: 'a property is put on a watchlist again',
  kind: 'passage of time',
  weight: 8,
  choice: fc.record({ who: any, which: any }),
  ask: (model, { who, which }) => {
    const by = pick(model.people, who);
    const property = pick(
      model.properties.filter((one) => by && sees(model, by, one)),
      which,
    );
    return by && property ? { by, input: { propertyId: property.id } } : null;
  },
  refusals: [],
  refuse: () => null,
  call: async (_, { by, input }) => {
    await api(by).watchlist.unwatchProperty(input);
    return api(by).watchlist.watchProperty(input);
  },
  accept: ({ model }, { by, input: { propertyId } }) => {
    watchedBy(model, by.id).add(propertyId);
    const entries = entriesIn(model);
    const old = entryOf(model, by, propertyId);
    if (old) entries.splice(entries.indexOf(old), 1);
    const property = offered(model, propertyId);
    const basis = { price: shareValueOf(model, property), yieldBps: property.yieldBps };
    const entry = { by, propertyId, ...basis, own: null };
    entries.push({ ...entry, beyond: levelsBeyond(model, entry), alertedAt: new Map() });
    return { watched: true as const };
  },
});

/** Without it some have no prototype, and are other values than the ones that come back. */
const plainRecord = <Values>(values: { [Key in keyof Values]: fc.Arbitrary<Values[Key]> }) =>
  fc.record<Values>(values, { noNullPrototype: true });

const alertChoice: fc.Arbitrary<AlertSettings> = plainRecord({
  price: often(3),
  yield: often(3),
  market: often(3),
  funding: often(3),
  valuation: fc.boolean(),
  report: fc.boolean(),
  vote: fc.boolean(),
  distribution: fc.boolean(),
  pricePercent: fc.constantFrom(1, 2, 5, 20),
  yieldBps: fc.constantFrom(10, 50, 200),
  fundedPercent: fc.constantFrom(50, 60, 75, 99),
});

const setAlerts = operation({
  name: 'watchlist.setAlerts',
  kind: 'command',
  whileFrozen: true,
  weight: 3,
  choice: fc.record({ who: any, alerts: alertChoice }),
  ask: (model, { who, alerts }) => {
    const by = pick(model.people, who);
    return by ? { by, input: { alerts } } : null;
  },
  refusals: [],
  refuse: () => null,
  call: (_, { by, input }) => api(by).watchlist.setAlerts(input),
  accept: ({ model }, { by, input: { alerts } }) => {
    const before = generalIn(model).get(by.id) ?? DEFAULT_ALERTS;
    generalIn(model).set(by.id, alerts);
    for (const entry of entriesIn(model))
      if (entry.by.id === by.id && entry.own === null) adopt(model, entry, before);
    return alerts;
  },
});

const setPropertyAlerts = operation({
  name: 'watchlist.setPropertyAlerts',
  kind: 'command',
  whileFrozen: true,
  weight: 5,
  choice: fc.record({
    who: any,
    which: any,
    isWatched: often(6),
    alerts: fc.option(alertChoice, { freq: 3 }),
  }),
  ask: (model, { who, which, isWatched, alerts }) => {
    const entry = pick(entriesIn(model), which);
    const by = isWatched ? entry?.by : pick(model.people, who);
    const propertyId = isWatched ? entry?.propertyId : pick(model.properties, which)?.id;
    return by && propertyId !== undefined ? { by, input: { propertyId, alerts } } : null;
  },
  refusals: ['NOT_WATCHED'],
  refuse: (model, { by, input }) => (watchedBy(model, by.id).has(input.propertyId) ? null : 'NOT_WATCHED'),
  call: (_, { by, input }) => api(by).watchlist.setPropertyAlerts(input),
  accept: ({ model }, { by, input: { propertyId, alerts } }) => {
    const entry = entryOf(model, by, propertyId);
    if (!entry) return { alerts };
    const before = alertsOf(model, entry);
    entry.own = alerts;
    adopt(model, entry, before);
    return { alerts };
  },
});

/** How the alert of each level begins or ends, in the words of its title. */
const TITLES: Readonly<Record<Level, RegExp>> = {
  'price up': /^(?!The yield on ).* is up [0-9.,]+%$/,
  'price down': /^(?!The yield on ).* is down [0-9.,]+%$/,
  'yield up': /^The yield on .* is up$/,
  'yield down': /^The yield on .* is down$/,
  funded: / is \d+% funded$/,
  'on the market': / is back on the market$/,
  'for resale': / is listed for resale$/,
};

/** Alerts of each level that was crossed since the last time, once. */
const compare = operation({
  name: 'watched properties are compared with their levels',
  kind: 'passage of time',
  weight: 14,
  choice: fc.record({ which: any, twice: fc.boolean() }),
  ask: (model, { which, twice }) => {
    const entry = pick(entriesIn(model), which);
    return entry ? { by: model.admin, input: { propertyId: entry.propertyId, twice } } : null;
  },
  refusals: [],
  refuse: () => null,
  call: async ({ platform, clock }, { input: { propertyId, twice } }) => {
    for (let times = twice ? 2 : 1; times > 0; times -= 1)
      await compareFigures(systemOf(platform), { propertyId, after: '', figuresBefore: null });
    return {
      alerts: await rows<{ userId: string; title: string }>(
        platform.db,
        sql`select user_id as "userId", title from notifications
            where created_at = ${clock.now().toISOString()}::timestamptz
              and split_part(action_url, '?', 1) = ${`/property/${propertyId}`}`,
      ),
    };
  },
  outcomes: ['price up', 'price down', 'funded', 'on the market', 'for resale', 'no alert'],
  seldom: ['on the market', 'price up', 'price down', 'funded'],
  accept: ({ model, clock }, { input: { propertyId } }, { alerts }, count) => {
    const now = clock.now().getTime();
    for (const entry of entriesIn(model).filter((one) => one.propertyId === propertyId)) {
      const before = new Set(entry.beyond);
      const due: Level[] = [];
      const isApproved = offered(model, propertyId).status === 'approved';
      if (!isApproved) entry.beyond.delete('on the market');
      for (const [level, place, kind] of isApproved ? placesOf(model, entry) : []) {
        if (place === 'back') entry.beyond.delete(level);
        if (place !== 'beyond') continue;
        entry.beyond.add(level);
        const isShown = level !== 'funded' || isOnMarket(model, offered(model, propertyId));
        const isRearmed = now - (entry.alertedAt.get(level) ?? Number.NEGATIVE_INFINITY) >= REARM_MS[level];
        if (before.has(level) || !alertsOf(model, entry)[kind] || !isShown || !isRearmed) continue;
        due.push(level);
        entry.alertedAt.set(level, now);
      }
      const found = alerts
        .filter(({ userId }) => userId === entry.by.id)
        .map(({ title }) => (Object.keys(TITLES) as Level[]).find((level) => TITLES[level].test(title)));
      expect(found.sort()).toEqual(due.sort());
      for (const level of due.length > 0 ? due : ['no alert']) count(level);
    }
    return null;
  },
});

/** Everyone's hearts are those that they added and did not remove. */
async function check({ model }: World): Promise<void> {
  for (const person of model.people)
    expect(new Set(await api(person).watchlist.watchedIds())).toEqual(watchedBy(model, person.id));
}

export const watchlist: SliceOperations = {
  operations: [heart('watchlist.watchProperty', true, 3), heart('watchlist.unwatchProperty', false, 1)],
  later: [addAgain, setAlerts, setPropertyAlerts, compare],
  check,
};

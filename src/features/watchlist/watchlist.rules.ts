import type { BasisPoints, Cents } from '#kernel/money.ts';
import { after, HOUR } from '#kernel/time.ts';
import type { AlertSettings } from './watchlist.contract.ts';

/** The alerts of a person who has chosen none. */
export const DEFAULT_ALERTS: AlertSettings = {
  price: true,
  yield: true,
  market: true,
  funding: true,
  valuation: true,
  report: true,
  vote: true,
  distribution: true,
  pricePercent: 5,
  yieldBps: 50,
  fundedPercent: 90,
};

/** Percent by which a figure moves back behind its level before the same alert can come again (hysteresis). */
export const REARM_PERCENT = 1;

/**
 * Hours after an alert before the same one can come again, of the levels that anybody can cross back and forth with an
 * order that they cancel: otherwise the holder of one share could have every watcher mailed each minute.
 */
export const REARM_HOURS = 24;

/** Levels of a watched property, each with its kind of alert. */
const levels = {
  priceUp: 'price',
  priceDown: 'price',
  yieldUp: 'yield',
  yieldDown: 'yield',
  funding: 'funding',
  onMarket: 'market',
  forResale: 'market',
} as const satisfies Record<string, keyof AlertSettings>;

/** The setting that says where the levels of a kind are. */
const thresholds = {
  price: 'pricePercent',
  yield: 'yieldBps',
  funding: 'fundedPercent',
  market: null,
} as const satisfies Record<(typeof levels)[Level], keyof AlertSettings | null>;

export type Level = keyof typeof levels;
const allLevels = Object.keys(levels) as Level[];

/** Those that purchases and listings cross, which their buyers and sellers may cancel. */
const crossedByOrders: readonly Level[] = ['funding', 'onMarket', 'forResale'];

/** The figures of a property that levels are compared with. */
export interface WatchedFigures {
  shareValueCents: Cents;
  yieldBps: BasisPoints;
  soldShares: number;
  totalShares: number;
  /** Its name and figures were reviewed. */
  isApproved: boolean;
  /** It is approved, and shares of it can be bought. */
  onMarket: boolean;
  /** It has open listings. */
  forResale: boolean;
}

/** Figures of a watched property from which the levels are measured. */
export interface WatchBasis {
  priceWhenAddedCents: Cents;
  yieldWhenAddedBps: BasisPoints;
}

/** What has become of the levels of a watched property. */
export interface LevelHistory {
  /** The levels that it was beyond when it was compared last. */
  passedLevels: readonly string[];
  /** When each last alerted, as an ISO text by its name. */
  alertedAt: Readonly<Record<string, string>>;
}

/** Of a figure to a level: beyond it, behind it by more than the margin, or between the two. */
type Relation = 'beyond' | 'near' | 'back';

/** Relation of a figure to an upper level. Exact: compares products. */
function above(figure: number, level: { numerator: number; denominator: number }): Relation {
  const scaled = figure * level.denominator;
  if (scaled >= level.numerator) return 'beyond';
  return scaled * 100 <= level.numerator * (100 - REARM_PERCENT) ? 'back' : 'near';
}

function below(figure: number, level: { numerator: number; denominator: number }): Relation {
  const scaled = figure * level.denominator;
  if (scaled <= level.numerator) return 'beyond';
  return scaled * 100 >= level.numerator * (100 + REARM_PERCENT) ? 'back' : 'near';
}

const whole = (numerator: number) => ({ numerator, denominator: 1 });

/** Relation of a property to each level. A yield that could not fall so far has no lower level. */
function relationsOf(
  { priceWhenAddedCents: price, yieldWhenAddedBps }: WatchBasis,
  figures: WatchedFigures,
  { pricePercent, yieldBps, fundedPercent }: AlertSettings,
): Record<Level, Relation> {
  const { shareValueCents, soldShares, totalShares } = figures;
  const percentOfPrice = (percent: number) => ({ numerator: price * percent, denominator: 100 });
  return {
    priceUp: above(shareValueCents, percentOfPrice(100 + pricePercent)),
    priceDown: below(shareValueCents, percentOfPrice(100 - pricePercent)),
    yieldUp: above(figures.yieldBps, whole(yieldWhenAddedBps + yieldBps)),
    yieldDown:
      yieldWhenAddedBps > yieldBps ? below(figures.yieldBps, whole(yieldWhenAddedBps - yieldBps)) : 'back',
    funding: above(soldShares, { numerator: totalShares * fundedPercent, denominator: 100 }),
    onMarket: figures.onMarket ? 'beyond' : 'back',
    forResale: figures.forResale ? 'beyond' : 'back',
  };
}

/** The levels whose threshold differs between two settings. */
export function movedLevels(before: AlertSettings, now: AlertSettings): Level[] {
  return allLevels.filter((level) => {
    const threshold = thresholds[levels[level]];
    return threshold !== null && before[threshold] !== now[threshold];
  });
}

/** The levels that a property is beyond: no alert is due for them when it is added, or when thresholds change. */
export function levelsBeyond(basis: WatchBasis, figures: WatchedFigures, settings: AlertSettings): Level[] {
  const relations = relationsOf(basis, figures, settings);
  return allLevels.filter((level) => relations[level] === 'beyond');
}

/**
 * Compares figures with the levels of a watched property. Until they are approved they are what its owner typed: nothing
 * alerts, and no level moves but that of the market, which the property has left.
 * @returns the levels that it is beyond now, and those whose alert is due: crossed just now, of a kind that is on, and not
 * again within `REARM_HOURS` where an order may have crossed it
 */
export function compareWithLevels(
  watched: WatchBasis & LevelHistory,
  figures: WatchedFigures,
  { settings, now }: { settings: AlertSettings; now: Date },
): { passed: Level[]; due: Level[] } {
  const before = new Set(watched.passedLevels);
  if (!figures.isApproved)
    return { passed: allLevels.filter((level) => level !== 'onMarket' && before.has(level)), due: [] };
  const relations = relationsOf(watched, figures, settings);
  const stays = (level: Level) =>
    relations[level] === 'beyond' || (relations[level] === 'near' && before.has(level));
  const passed = allLevels.filter(stays);
  const crossed = passed.filter((level) => !before.has(level) && settings[levels[level]]);
  const isRearmed = (level: Level) =>
    !crossedByOrders.includes(level) || isOver(watched.alertedAt[level], now);
  return {
    passed,
    due: crossed.filter((level) => isRearmed(level) && (level !== 'funding' || figures.onMarket)),
  };
}

const isOver = (alertedAt: string | undefined, now: Date) =>
  alertedAt === undefined || now >= after(new Date(alertedAt), REARM_HOURS * HOUR);

/** A change since something was added, in percent with one decimal. */
export function changePercent(before: Cents, now: Cents): number {
  return before === 0 ? 0 : Math.round(((now - before) * 1_000) / before) / 10;
}

/** The state part of a location such as "Miami, FL". */
export function marketOf(location: string): string {
  return location.slice(location.lastIndexOf(',') + 1).trim();
}

import { DAY, dayText } from '#kernel/time.ts';
import type { TradingFigures } from './resale.contract.ts';

export type PriceWeek = TradingFigures['weeks'][number];

const WEEK = 7 * DAY;

/** The weeks in which shares were traded, and every other one from the first to that of a moment, without trades. */
export function everyWeek(traded: readonly PriceWeek[], until: Date): PriceWeek[] {
  const weeks: PriceWeek[] = [];
  for (const week of traded) weeks.push(...quietWeeks(weeks.at(-1), Date.parse(week.weekOf)), week);
  return [...weeks, ...quietWeeks(weeks.at(-1), until.getTime())];
}

/** The weeks after one that begin before a moment, with the price of that one and no shares. */
function quietWeeks(last: PriceWeek | undefined, before: number): PriceWeek[] {
  if (!last) return [];
  const quiet: PriceWeek[] = [];
  for (let at = Date.parse(last.weekOf) + WEEK; at < before; at += WEEK) {
    quiet.push({ ...last, weekOf: dayText(new Date(at)), shares: 0 });
  }
  return quiet;
}

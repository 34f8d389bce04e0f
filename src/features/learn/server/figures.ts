import { type Cents, formatUsd, formatUsdExact } from '#kernel/money.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';

const FIGURE = /\{\{([a-z-]+)\}\}/g;

/** Replaces the names of figures that the operator sets, such as {{monthly-limit}}, in a text; other names stay. */
export function withFigures({ config }: Pick<Platform, 'config'>, text: string): string {
  const { monthlyCents, annualCents } = config.investing;
  const { lowestPercent, highestPercent } = config.resale;
  const figures = new Map([
    ['monthly-limit', limitText(monthlyCents)],
    ['annual-limit', limitText(annualCents)],
    ['lowest-resale-price', `${lowestPercent}%`],
    ['highest-resale-price', `${highestPercent}%`],
  ]);
  return text.replaceAll(FIGURE, (written, name) => figures.get(name) ?? written);
}

function limitText(cents: Cents | null): string {
  if (cents === null) return 'no limit';
  return cents % 100 === 0 ? formatUsd(cents) : formatUsdExact(cents);
}

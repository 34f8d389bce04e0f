import { type Cents, formatUsd, formatUsdExact } from '#kernel/money.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';

const FIGURE = /\{\{(monthly-limit|annual-limit)\}\}/g;

/** Replaces {{monthly-limit}} and {{annual-limit}} in a text by the figures that the operator sets. */
export function withFigures({ config }: Platform, text: string): string {
  const { monthlyCents, annualCents } = config.investing;
  return text.replaceAll(FIGURE, (_, name) =>
    limitText(name === 'monthly-limit' ? monthlyCents : annualCents),
  );
}

function limitText(cents: Cents | null): string {
  if (cents === null) return 'no limit';
  return cents % 100 === 0 ? formatUsd(cents) : formatUsdExact(cents);
}

import type { NewNotification } from '#features/notifications/server/index.ts';
import { bpsToDecimal, formatPercent, formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { changePercent, type Level, type WatchBasis } from '../watchlist.rules.ts';
import type { CurrentFigures } from './watched-figures.ts';

type AlertText = Pick<NewNotification, 'title' | 'message'>;

function priceText({ priceWhenAddedCents: before }: WatchBasis, figures: CurrentFigures): AlertText {
  const { name, shareValueCents: now } = figures;
  const percent = formatPercent(Math.abs(changePercent(before, now)));
  return {
    title: `${name} is ${now > before ? 'up' : 'down'} ${percent}`,
    message: `A share is now worth ${formatUsdExact(now)}. It was ${formatUsdExact(before)} when you added it to your watchlist.`,
  };
}

function yieldText({ yieldWhenAddedBps: before }: WatchBasis, { name, yieldBps }: CurrentFigures): AlertText {
  return {
    title: `The yield on ${name} is ${yieldBps > before ? 'up' : 'down'}`,
    message: `It is now ${bpsToDecimal(yieldBps)}% a year. It was ${bpsToDecimal(before)}% when you added it to your watchlist.`,
  };
}

function fundingText(_: WatchBasis, { name, soldShares, totalShares }: CurrentFigures): AlertText {
  const left = totalShares - soldShares;
  const percent = Math.floor((100 * soldShares) / totalShares);
  return {
    title: `${name} is ${percent}% funded`,
    message: `${counted(left, 'share is', 'shares are')} left in the offering.`,
  };
}

const texts: Record<Level, (basis: WatchBasis, figures: CurrentFigures) => AlertText> = {
  priceUp: priceText,
  priceDown: priceText,
  yieldUp: yieldText,
  yieldDown: yieldText,
  funding: fundingText,
  onMarket: (_, { name }) => ({
    title: `${name} is back on the market`,
    message: 'Shares of this property, which you watch, can be bought again.',
  }),
  forResale: (_, { name }) => ({
    title: `${name} is listed for resale`,
    message: 'An investor offers shares of this property, which you watch.',
  }),
};

/** The alert of a level that a watched property has crossed. */
export function alertOf(
  level: Level,
  watched: WatchBasis & { userId: string; propertyId: number },
  figures: CurrentFigures,
): NewNotification {
  const { userId, propertyId } = watched;
  const tab = level === 'forResale' ? '?tab=trading' : '';
  return {
    userId,
    type: 'property',
    priority: 'medium',
    ...texts[level](watched, figures),
    actionUrl: `/property/${propertyId}${tab}`,
  };
}

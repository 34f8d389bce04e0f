export type AchievementKind =
  | 'firstShare'
  | 'firstDistribution'
  | 'fiveProperties'
  | 'yearHeld'
  | 'firstVote'
  | 'firstSale';

/** Properties that must be held at once for an achievement of its own. */
export const MIN_PROPERTIES_HELD = 5;

interface AchievementText {
  title: string;
  message: string;
  actionUrl: `/${string}`;
}

/** Each achievement in words, in the order in which they are announced. None is for the amount spent. */
export const achievementTexts: Record<AchievementKind, AchievementText> = {
  firstShare: {
    title: 'Your first share',
    message: 'You own part of a building. You receive your share of its rent with each distribution.',
    actionUrl: '/investor-dashboard',
  },
  firstDistribution: {
    title: 'Your first distribution',
    message: 'Rent was paid to your wallet for the first time.',
    actionUrl: '/transaction-history?type=distribution',
  },
  firstVote: {
    title: 'Your first vote',
    message: 'You voted on what happens to a property that you own part of.',
    actionUrl: '/investor-dashboard',
  },
  firstSale: {
    title: 'Your first sale',
    message: 'You sold shares to another investor for the first time.',
    actionUrl: '/transaction-history?type=sale',
  },
  fiveProperties: {
    title: `${MIN_PROPERTIES_HELD} properties`,
    message: `You hold shares of ${MIN_PROPERTIES_HELD} properties.`,
    actionUrl: '/investor-dashboard',
  },
  yearHeld: {
    title: 'One year held',
    message: 'You have held shares of a property for a year.',
    actionUrl: '/investor-dashboard',
  },
};

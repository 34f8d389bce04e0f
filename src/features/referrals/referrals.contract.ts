import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { cents, instant, pageInput, pageOf, propertyId, requestId, sumOfCents } from '#kernel/schemas.ts';

export const investmentStatus = z.enum(['Active Investor', 'First Investment', 'Not Invested']);
export const rewardStatus = z.enum(['open', 'chosen', 'pending', 'granted', 'paid']);

/** Someone who signed up by the caller's code, under a masked name and address. */
export const referral = z.object({
  id: z.string(),
  name: z.string(),
  /** Null of a closed account. */
  email: z.string().nullable(),
  dateJoined: instant,
  investmentStatus,
  totalInvestedCents: sumOfCents,
});

/** The reward of a reached tier. */
export const reward = z.object({
  /** Successful referrals that it is for. */
  tier: z.int(),
  shares: z.int(),
  status: rewardStatus,
  reachedAt: instant,
  property: z.object({ id: propertyId, name: z.string() }).nullable(),
  /** Income of the day on which it was bought: price and fee. */
  paidCents: cents.nullable(),
  grantedAt: instant.nullable(),
  /** Why the last choice could not be bought, or was lost. */
  refusal: z.string().nullable(),
});

export const overview = z.object({
  /** Whether the platform takes part; without that earlier rewards are shown and nothing new is counted. */
  enabled: z.boolean(),
  /** Null while referrals are off. */
  code: z.string().nullable(),
  link: z.string().nullable(),
  /** Whether the caller's identity is verified; before that no referral is successful. */
  isVerified: z.boolean(),
  totalReferrals: z.int(),
  successfulReferrals: z.int(),
  /** Shares of granted rewards. */
  bonusShares: z.int(),
  /** Successful referrals until the next tier; null after the last one. */
  moreForNextReward: z.int().nullable(),
  rewards: z.array(reward),
});

export const referralListInput = z.strictObject({ ...pageInput({ max: 100, default: 20 }) });
export const referralPage = pageOf(referral);

/** An open offering whose shares a reward may be. */
export const rewardChoice = z.object({
  id: propertyId,
  name: z.string(),
  location: z.string(),
  pricePerShareCents: cents,
  availableShares: z.int(),
  minimumOrderShares: z.int(),
});

export const chooseRewardInput = z.strictObject({ tier: z.int().min(1).max(1_000), propertyId, requestId });

export const referralErrors = defineErrors({
  REFERRALS_OFF: ['refused', 'Referrals are not offered at the moment.'],
  REWARD_NOT_FOUND: ['notFound', 'There is no such reward.'],
  REWARD_TAKEN: ['conflict', 'This reward is already being bought or is already yours.'],
  NOT_A_CHOICE: ['refused', 'This property cannot be chosen for a reward. Choose another one.'],
  VERIFY_FOR_REWARD: ['refused', 'Verify your identity first, then choose your reward.'],
});

export type Referral = z.infer<typeof referral>;
export type Reward = z.infer<typeof reward>;
export type ReferralOverview = z.infer<typeof overview>;
export type RewardChoice = z.infer<typeof rewardChoice>;
export type InvestmentStatus = z.infer<typeof investmentStatus>;

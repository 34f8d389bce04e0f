import { CANCELLATION_HOURS } from '#features/offerings/cancellation.contract.ts';
import { defineErrors } from '#kernel/errors.ts';

// Apart from the schemas, so that pages that name a refusal do not load the validator.

export const investingErrors = defineErrors({
  NOT_ENOUGH_SHARES: ['conflict', 'Not enough shares available for this investment.'],
  BELOW_MINIMUM_ORDER: ['refused', 'This is less than the minimum order of this offering.'],
  INSUFFICIENT_FUNDS: ['insufficientFunds', 'Insufficient funds. Please add money to your account.'],
  NOT_OPEN: ['refused', 'This property is not open for investment.'],
  OWN_OFFERING: [
    'refused',
    'You cannot buy shares of your own property while its offering is open: the minimum must be reached by other investors.',
  ],
  KYC_REQUIRED: ['refused', 'Verify your identity before you invest.'],
  MONTHLY_LIMIT: ['refused', 'This is more than you can still invest this calendar month.'],
  ANNUAL_LIMIT: ['refused', 'This is more than you can still invest this calendar year.'],
});

export const cancelErrors = defineErrors({
  INVESTMENT_NOT_FOUND: ['notFound', 'This purchase is not one of yours.'],
  ALREADY_REFUNDED: ['conflict', 'This purchase has already been refunded.'],
  REWARD_PURCHASE: ['refused', 'Referral reward shares cannot be canceled: the platform paid for them.'],
  CANCEL_TOO_LATE: [
    'refused',
    `You can cancel a purchase within ${CANCELLATION_HOURS} hours. That window has passed.`,
  ],
  OFFERING_CLOSED: ['refused', 'The offering has closed, so its purchases can no longer be canceled.'],
});

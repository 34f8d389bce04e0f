import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { parseUsd } from '#kernel/money.ts';
import {
  cents,
  instant,
  pageInput,
  pageOf,
  personText,
  requestId,
  signedSumOfCents,
  sumOfCents,
  usdSumText,
  usdText,
} from '#kernel/schemas.ts';

export const MIN_TRANSFER_CENTS = 100;
export const MAX_TRANSFER_CENTS = 10_000_000;
/** Deposits and withdrawals of one person that may be in progress at the same time. */
export const MAX_PENDING_TRANSFERS = 10;

/** Deposits up to this sum on a day (UTC) are available immediately; further ones when the bank has settled them. */
export const INSTANT_DEPOSIT_CENTS = 100_000;

/** Maximum deposits of a calendar month (UTC) before the email is confirmed. */
export const UNCONFIRMED_MONTHLY_DEPOSIT_CENTS = 100_000;

const TOO_SMALL = 'The smallest transfer is $1.00.';
const TOO_LARGE = 'The largest transfer is $100,000.00.';

const transferAmount = cents.min(MIN_TRANSFER_CENTS, TOO_SMALL).max(MAX_TRANSFER_CENTS, TOO_LARGE);

export const depositInput = z.strictObject({ amountCents: transferAmount, requestId });
export const withdrawInput = z.strictObject({ amountCents: transferAmount, requestId });
/** REST body of POST /api/wallet/deposits: the same limits, so that a refusal names the field that was sent. */
export const depositBody = z.strictObject({
  amount: usdText
    .refine((text) => (parseUsd(text) ?? MIN_TRANSFER_CENTS) >= MIN_TRANSFER_CENTS, TOO_SMALL)
    .refine((text) => (parseUsd(text) ?? MAX_TRANSFER_CENTS) <= MAX_TRANSFER_CENTS, TOO_LARGE),
});

export const bankTransferStatus = z.enum(['pending', 'held', 'completed', 'failed']);

/** Money between the user's bank and the wallet. */
export const bankTransfer = z.object({
  id: z.string(),
  direction: z.enum(['deposit', 'withdrawal']),
  amountCents: cents,
  status: bankTransferStatus,
  failureReason: z.string().nullable(),
  /** Why a withdrawal waits; null unless it is held. */
  holdReason: z.string().nullable(),
  createdAt: instant,
  settledAt: instant.nullable(),
});

/** Written for the person whose money it is. */
const decisionReason = personText(500, 'Enter a reason. The person will see it.');
const transferId = z.uuid();

export const holdWithdrawalInput = z.strictObject({ transferId, reason: decisionReason });
export const releaseWithdrawalInput = z.strictObject({ transferId });
export const rejectWithdrawalInput = z.strictObject({ transferId, reason: decisionReason, requestId });

/** A withdrawal as admins see it. */
export const adminWithdrawal = bankTransfer.omit({ direction: true }).extend({
  /** When it went to the bank; from then on it cannot be held. */
  sentAt: instant.nullable(),
  person: z.object({ id: z.string(), name: z.string(), email: z.string(), frozen: z.boolean() }),
});

/** A deposit as REST returns it: the amount is decimal text. */
export const depositEntity = bankTransfer
  .omit({ amountCents: true, direction: true })
  .extend({ amount: usdText, availableCash: usdSumText });

export const walletOverview = z.object({
  availableCents: sumOfCents,
  pendingDepositsCents: sumOfCents,
  pendingWithdrawalsCents: sumOfCents,
  /** Held for open bids on the resale market. */
  reservedForBidsCents: sumOfCents,
  /** Amount that is still available immediately when it is deposited today. */
  instantLeftCents: cents,
  /** Amount that may still be deposited this month before the email is confirmed; null when it is. */
  unconfirmedLeftCents: cents.nullable(),
  /** True when transfers go to the built-in sandbox bank and no real money moves. */
  sandbox: z.boolean(),
});

/** One line of the cash history: money in (positive) or out (negative), newest first. */
export const cashMovement = z.object({
  id: z.string(),
  at: instant,
  kind: z.enum([
    'deposit',
    'withdrawal',
    'withdrawal_returned',
    'investment',
    'processing_fee',
    'purchase_cancelled',
    'offering_refund',
    'proceeds_released',
    'resale_purchase',
    'resale_sale',
    'resale_fee',
    'bid_reserved',
    'bid_released',
    'reinvestment',
    'distribution',
    'owner_share',
    'rent_paid_in',
    'rent_returned',
    'expenses_repaid',
    'reward',
    'reward_returned',
  ]),
  description: z.string(),
  amountCents: signedSumOfCents,
  balanceAfterCents: sumOfCents,
});

export const listInput = z.strictObject({
  ...pageInput({ max: 100, default: 20 }),
});
export const withdrawalsInput = z.strictObject({
  ...pageInput({ max: 100, default: 20 }),
  /** A part of the person's email, or the whole id of the person or the withdrawal. */
  q: z.string().trim().max(200).optional(),
  /** `unsent`: neither on hold nor at the bank yet. */
  state: z.enum(['all', 'held', 'unsent']).default('all'),
});
export const adminWithdrawalPage = pageOf(adminWithdrawal);
export const bankTransferPage = pageOf(bankTransfer);
export const cashMovementPage = pageOf(cashMovement);

export const walletErrors = defineErrors({
  INSUFFICIENT_FUNDS: ['insufficientFunds', 'Insufficient funds'],
  DEPOSIT_NEEDS_EMAIL: [
    'refused',
    'You can deposit up to $1,000.00 a month until your email is confirmed. Open the link in the email we sent you, or send it again in Settings.',
  ],
  OWN_WITHDRAWAL: ['refused', 'You cannot decide on your own withdrawal. Ask another admin.'],
  ALREADY_HELD: ['conflict', 'This withdrawal is already on hold.'],
  NOT_HELD: ['conflict', 'This withdrawal is not on hold.'],
  WITHDRAWAL_SENT: [
    'conflict',
    'It is too late: this withdrawal was already sent to the bank or has settled.',
  ],
  OWNER_FROZEN: [
    'conflict',
    'This person’s account is frozen. Unfreeze the account first, or reject the withdrawal.',
  ],
  TOO_MANY_PENDING: [
    'refused',
    `You have ${MAX_PENDING_TRANSFERS} transfers in progress. Wait until one of them is settled.`,
  ],
});

export type BankTransfer = z.infer<typeof bankTransfer>;
export type AdminWithdrawal = z.infer<typeof adminWithdrawal>;
export type WalletOverview = z.infer<typeof walletOverview>;
export type CashMovement = z.infer<typeof cashMovement>;

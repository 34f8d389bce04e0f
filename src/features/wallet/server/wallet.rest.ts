import { legalErrors } from '#features/legal/legal.contract.ts';
import { present } from '#kernel/assert.ts';
import { parseUsd, toDecimal } from '#kernel/money.ts';
import { restRoute } from '#platform/server/transport/rest.ts';
import { depositBody, depositEntity, walletErrors } from '../wallet.contract.ts';
import { deposit } from './deposit.ts';
import { overview } from './wallet.queries.ts';

export const walletRest = [
  restRoute({
    method: 'POST',
    path: '/api/wallet/deposits',
    name: 'wallet.deposit',
    summary:
      'Add money from your bank. Deposits of up to $1,000.00 a day are available right away; larger ones, when your bank clears them.',
    access: 'signedIn',
    body: depositBody,
    isIdempotent: true,
    status: 201,
    answer: depositEntity,
    errors: [walletErrors.TOO_MANY_PENDING, walletErrors.DEPOSIT_NEEDS_EMAIL, legalErrors.CONSENT_REQUIRED],
    async handle(call) {
      const amountCents = present(parseUsd(call.body.amount), 'the amount');
      const transfer = await deposit(call, { amountCents, requestId: call.requestId });
      const { availableCents } = await overview(call.platform, call.caller.actor);
      return {
        ...transfer,
        amount: toDecimal(transfer.amountCents),
        availableCash: toDecimal(availableCents),
      };
    },
  }),
];

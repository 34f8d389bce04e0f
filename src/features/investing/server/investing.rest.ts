import { z } from 'zod';
import { legalErrors } from '#features/legal/legal.contract.ts';
import { CANCELLATION_HOURS } from '#features/offerings/cancellation.contract.ts';
import { propertyErrors } from '#features/properties/properties.contract.ts';
import { feeText, PROCESSING_FEE_BPS } from '#kernel/fees.ts';
import { toDecimal } from '#kernel/money.ts';
import { restPaging, restRoute } from '#platform/server/transport/rest.ts';
import {
  cancelErrors,
  investingErrors,
  investmentEntity,
  investmentRequest,
  investmentWithProperty,
  refundEntity,
} from '../investing.contract.ts';
import { cancelPurchase } from './cancel-purchase.ts';
import { invest } from './invest.ts';
import { investmentOfReceipt, investments } from './investing.queries.ts';

export const investingRest = [
  restRoute({
    method: 'POST',
    path: '/api/investments',
    name: 'investing.invest',
    summary: `Buy shares of a property. The processing fee of ${feeText(PROCESSING_FEE_BPS)} is charged on top of totalAmount.`,
    access: 'signedIn',
    // A userId in the payload is ignored: the buyer is the caller.
    body: investmentRequest.extend({ userId: z.unknown().optional() }),
    isIdempotent: true,
    status: 201,
    answer: investmentEntity,
    errors: [
      propertyErrors.PROPERTY_NOT_FOUND,
      legalErrors.CONSENT_REQUIRED,
      ...Object.values(investingErrors),
    ],
    async handle(call) {
      const { propertyId, shares } = call.body;
      const receipt = await invest(call, { propertyId, shares, requestId: call.requestId });
      return investmentOfReceipt(receipt, call.caller.actor.userId);
    },
  }),
  restRoute({
    method: 'POST',
    path: '/api/investments/{id}/cancel',
    name: 'investing.cancelPurchase',
    summary: `Cancel a purchase within ${CANCELLATION_HOURS} hours, while its offering is open. Amount and processing fee come back in full.`,
    access: 'signedIn',
    params: z.strictObject({ id: z.uuid() }),
    isIdempotent: true,
    status: 200,
    answer: refundEntity,
    errors: Object.values(cancelErrors),
    async handle(call) {
      const {
        amountCents,
        feeCents,
        totalCents,
        propertyName: _,
        ...receipt
      } = await cancelPurchase(call, {
        investmentId: call.params.id,
        requestId: call.requestId,
      });
      return {
        ...receipt,
        totalAmount: toDecimal(amountCents),
        transactionFee: toDecimal(feeCents),
        refunded: toDecimal(totalCents),
      };
    },
  }),
  restRoute({
    method: 'GET',
    path: '/api/investments/user',
    name: 'investing.investments',
    summary: "The caller's investments with their properties, newest first.",
    access: 'signedIn',
    query: z.strictObject(restPaging),
    status: 200,
    answer: z.array(investmentWithProperty),
    errors: [],
    async handle({ platform, caller, query, linkNext }) {
      const found = await investments(platform, caller.actor, query);
      linkNext(found.nextCursor);
      return found.items;
    },
  }),
];

import { REFUNDS_RECORDED } from '#features/offerings/server/index.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { subtractRefunded } from './eligibility.ts';
import { investingRest } from './investing.rest.ts';
import { investingRouter } from './investing.router.ts';
import { investingInvariants } from './verify-investing.ts';

export const investingSlice = defineSlice({
  name: 'investing',
  router: investingRouter,
  rest: investingRest,
  inTransaction: { [REFUNDS_RECORDED.type]: subtractRefunded },
  invariants: investingInvariants,
});

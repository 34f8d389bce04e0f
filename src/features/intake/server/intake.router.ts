import { router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  calculateValuationInput,
  discardDraftInput,
  discardDraftOutput,
  saveDraftInput,
  savedDraft,
  startAgainInput,
  startAnotherOutput,
  submitInput,
} from '../intake.contract.ts';
import { calculateValuation } from './calculate-valuation.ts';
import { discardDraft } from './discard-draft.ts';
import { draft } from './intake.queries.ts';
import { saveDraft } from './save-draft.ts';
import { startAgain } from './start-again.ts';
import { startAnother } from './start-another.ts';
import { submit } from './submit.ts';

export const intakeRouter = router({
  draft: signedInProcedure
    .output(savedDraft.nullable())
    .query(({ ctx }) => draft(ctx.platform, ctx.caller.actor)),
  saveDraft: signedInProcedure
    .input(saveDraftInput)
    .output(savedDraft)
    .mutation(({ ctx, input }) => saveDraft(ctx, input)),
  calculateValuation: signedInProcedure
    .input(calculateValuationInput)
    .output(savedDraft)
    .mutation(({ ctx, input }) => calculateValuation(ctx, input)),
  submit: signedInProcedure
    .input(submitInput)
    .output(savedDraft)
    .mutation(({ ctx, input }) => submit(ctx, input)),
  discardDraft: signedInProcedure
    .input(discardDraftInput)
    .output(discardDraftOutput)
    .mutation(({ ctx, input }) => discardDraft(ctx, input)),
  startAgain: signedInProcedure
    .input(startAgainInput)
    .output(savedDraft)
    .mutation(({ ctx, input }) => startAgain(ctx, input)),
  startAnother: signedInProcedure.output(startAnotherOutput).mutation(({ ctx }) => startAnother(ctx, {})),
});

import { z } from 'zod';
import { instant } from '#kernel/schemas.ts';
import { adminProcedure, router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  addressInput,
  applicantInput,
  compareInput,
  decideInput,
  employmentInput,
  kycApplication,
  kycStatus,
  personalInput,
  queueInput,
  queuePage,
  removeDocumentInput,
  reviewedApplication,
  submitInput,
} from '../kyc.contract.ts';
import { compareDateOfBirth } from './compare-date-of-birth.ts';
import { decide } from './decide.ts';
import { applicationOf, queue, reviewed } from './kyc.queries.ts';
import { removeDocument } from './remove-document.ts';
import { saveAddress } from './save-address.ts';
import { saveEmployment } from './save-employment.ts';
import { savePersonal } from './save-personal.ts';
import { startAgain } from './start-again.ts';
import { submit } from './submit.ts';

export const kycRouter = router({
  application: signedInProcedure
    .output(kycApplication)
    .query(({ ctx }) => applicationOf(ctx.platform.db, ctx.caller.actor.userId)),
  savePersonal: signedInProcedure
    .input(personalInput)
    .output(kycApplication)
    .mutation(({ ctx, input }) => savePersonal(ctx, input)),
  saveAddress: signedInProcedure
    .input(addressInput)
    .output(kycApplication)
    .mutation(({ ctx, input }) => saveAddress(ctx, input)),
  saveEmployment: signedInProcedure
    .input(employmentInput)
    .output(kycApplication)
    .mutation(({ ctx, input }) => saveEmployment(ctx, input)),
  removeDocument: signedInProcedure
    .input(removeDocumentInput)
    .output(kycApplication)
    .mutation(({ ctx, input }) => removeDocument(ctx, input)),
  submit: signedInProcedure
    .input(submitInput)
    .output(z.object({ status: kycStatus, submittedAt: instant }))
    .mutation(({ ctx, input }) => submit(ctx, input)),
  startAgain: signedInProcedure.output(kycApplication).mutation(({ ctx }) => startAgain(ctx, {})),
  queue: adminProcedure
    .input(queueInput)
    .output(queuePage)
    .query(({ ctx, input }) => queue(ctx.platform.db, input)),
  reviewed: adminProcedure
    .input(applicantInput)
    .output(reviewedApplication)
    .query(({ ctx, input }) => reviewed(ctx.platform.db, ctx.caller.actor, input)),
  decide: adminProcedure
    .input(decideInput)
    .output(z.object({ status: kycStatus }))
    .mutation(({ ctx, input }) => decide(ctx, input)),
  compareDateOfBirth: adminProcedure
    .input(compareInput)
    .output(z.object({ same: z.boolean() }))
    .mutation(({ ctx, input }) => compareDateOfBirth(ctx, input)),
});

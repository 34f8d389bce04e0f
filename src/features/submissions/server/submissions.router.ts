import { z } from 'zod';
import { adminProcedure, router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  answerInput,
  approveInput,
  askInput,
  confirmInput,
  dateDocumentInput,
  decisionReceipt,
  documentInput,
  judgeDocumentInput,
  ownListInput,
  ownPage,
  ownSubmission as ownSubmissionView,
  queueInput,
  queuePage,
  rejectInput,
  reviewedSubmission,
  reviewReceipt,
  submissionDocument,
  submissionInput,
  submissionReceipt,
  submitInput,
  unfiledDocuments,
  unfiledInput,
} from '../submissions.contract.ts';
import { answer } from './answer.ts';
import { approve } from './approve.ts';
import { ask } from './ask.ts';
import { confirm } from './confirm.ts';
import { dateDocument } from './date-document.ts';
import { judgeDocument } from './judge-document.ts';
import { recordContact } from './record-contact.ts';
import { reject } from './reject.ts';
import { removeDocument } from './remove-document.ts';
import { queue, reviewed } from './review.queries.ts';
import { mine, ownSubmission, unfiledDocumentsOf } from './submissions.queries.ts';
import { submit } from './submit.ts';

export const submissionsRouter = router({
  unfiled: signedInProcedure
    .input(unfiledInput)
    .output(unfiledDocuments)
    .query(({ ctx, input }) => unfiledDocumentsOf(ctx.platform.db, ctx.caller.actor, input.wayIn)),
  dateDocument: signedInProcedure
    .input(dateDocumentInput)
    .output(submissionDocument)
    .mutation(({ ctx, input }) => dateDocument(ctx, input)),
  removeDocument: signedInProcedure
    .input(documentInput)
    .output(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => removeDocument(ctx, input)),
  submit: signedInProcedure
    .input(submitInput)
    .output(submissionReceipt)
    .mutation(({ ctx, input }) => submit(ctx, input)),
  answer: signedInProcedure
    .input(answerInput)
    .output(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => answer(ctx, input)),
  mine: signedInProcedure
    .input(ownListInput)
    .output(ownPage)
    .query(({ ctx, input }) => mine(ctx.platform.db, ctx.caller.actor, input)),
  own: signedInProcedure
    .input(submissionInput)
    .output(ownSubmissionView)
    .query(({ ctx, input }) => ownSubmission(ctx.platform.db, ctx.caller.actor, input.submissionId)),
  queue: adminProcedure
    .input(queueInput)
    .output(queuePage)
    .query(({ ctx, input }) => queue(ctx.platform, input)),
  reviewed: adminProcedure
    .input(submissionInput)
    .output(reviewedSubmission)
    .query(({ ctx, input }) => reviewed(ctx.platform, ctx.caller.actor, input.submissionId)),
  judgeDocument: adminProcedure
    .input(judgeDocumentInput)
    .output(reviewReceipt)
    .mutation(({ ctx, input }) => judgeDocument(ctx, input)),
  confirm: adminProcedure
    .input(confirmInput)
    .output(reviewReceipt)
    .mutation(({ ctx, input }) => confirm(ctx, input)),
  ask: adminProcedure
    .input(askInput)
    .output(reviewReceipt)
    .mutation(({ ctx, input }) => ask(ctx, input)),
  recordContact: adminProcedure
    .input(submissionInput)
    .output(reviewReceipt)
    .mutation(({ ctx, input }) => recordContact(ctx, input)),
  approve: adminProcedure
    .input(approveInput)
    .output(decisionReceipt)
    .mutation(({ ctx, input }) => approve(ctx, input)),
  reject: adminProcedure
    .input(rejectInput)
    .output(decisionReceipt)
    .mutation(({ ctx, input }) => reject(ctx, input)),
});

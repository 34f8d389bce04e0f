import { z } from 'zod';
import { documentErrors } from '#features/documents/documents.contract.ts';
import { fileErrors, MAX_FILE_BYTES, MAX_FILE_TEXT } from '#features/files/files.contract.ts';
import { identityErrors } from '#features/identity/identity.contract.ts';
import { requireConfirmedEmail } from '#features/identity/server/index.ts';
import { commonErrors } from '#kernel/errors.ts';
import { downloadRoute, FileAnswer, uploadRoute } from '#platform/server/transport/rest-files.ts';
import { submissionDocument, submissionErrors, uploadFacts } from '../submissions.contract.ts';
import { documentFile } from './submissions.queries.ts';
import { uploadDocument } from './upload-document.ts';

const {
  SUBMISSION_NOT_FOUND,
  ALREADY_DECIDED,
  DOCUMENT_KIND,
  NOT_A_PICTURE,
  NOT_A_DOCUMENT,
  NOT_A_PAPER,
  TOO_MANY_DOCUMENTS,
} = submissionErrors;

export const submissionsRest = [
  uploadRoute({
    path: '/api/submission-documents',
    name: 'submissions.uploadDocument',
    summary: `Add a document to a property submission of yours: a PDF, an office file or an image of at most ${MAX_FILE_TEXT}, as the body.`,
    params: z.strictObject({}),
    query: uploadFacts,
    maxBytes: MAX_FILE_BYTES,
    tooLarge: fileErrors.FILE_TOO_LARGE,
    answer: submissionDocument,
    errors: [
      ...Object.values(fileErrors),
      SUBMISSION_NOT_FOUND,
      ALREADY_DECIDED,
      DOCUMENT_KIND,
      NOT_A_PICTURE,
      NOT_A_DOCUMENT,
      NOT_A_PAPER,
      documentErrors.DATED_AHEAD,
      TOO_MANY_DOCUMENTS,
      commonErrors.KEY_REUSED,
      identityErrors.EMAIL_NOT_CONFIRMED,
    ],
    async admit({ platform, caller }) {
      await requireConfirmedEmail(platform.db, caller.actor.userId);
      await platform.limits.consume('upload', caller);
    },
    handle: (call) => uploadDocument(call, { ...call.query, ...call.file }),
  }),
  downloadRoute({
    path: '/api/submission-documents/{id}',
    name: 'submissions.documentFile',
    summary: 'The file of a document of your submission; reviewers may read those of others.',
    params: z.strictObject({ id: z.uuid() }),
    onPrimary: true,
    errors: [documentErrors.DOCUMENT_NOT_FOUND, fileErrors.FILE_INFECTED],
    async handle({ platform, caller, params }) {
      const { name, mediaType, bytes } = await documentFile(platform, caller.actor, params.id);
      return new FileAnswer(name, mediaType, bytes);
    },
  }),
];

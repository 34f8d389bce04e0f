import { z } from 'zod';
import { fileErrors, MAX_FILE_BYTES, MAX_FILE_TEXT } from '#features/files/files.contract.ts';
import { commonErrors } from '#kernel/errors.ts';
import { downloadRoute, FileAnswer, uploadRoute } from '#platform/server/transport/rest-files.ts';
import { documentKind, kycApplication, kycErrors } from '../kyc.contract.ts';
import { documentContent } from './open-document.ts';
import { requireOpen, uploadDocument } from './upload-document.ts';

export const kycRest = [
  uploadRoute({
    path: '/api/kyc/documents/{kind}',
    name: 'kyc.uploadDocument',
    summary: `Add a document to your identity check: an image (JPEG, PNG, WebP) or a PDF of at most ${MAX_FILE_TEXT}, as the body.`,
    params: z.strictObject({ kind: documentKind }),
    maxBytes: MAX_FILE_BYTES,
    tooLarge: fileErrors.FILE_TOO_LARGE,
    answer: kycApplication,
    errors: [...Object.values(fileErrors), kycErrors.KYC_LOCKED],
    async admit({ platform, caller }) {
      await requireOpen(platform.db, caller.actor);
      await platform.limits.consume('upload', caller);
    },
    handle: (call) => uploadDocument(call, { kind: call.params.kind, ...call.file }),
  }),
  downloadRoute({
    path: '/api/kyc/files/{id}',
    name: 'kyc.document',
    summary: 'A document of your identity check; reviewers may read those of others.',
    params: z.strictObject({ id: z.uuid() }),
    onPrimary: true,
    errors: [commonErrors.NOT_FOUND],
    async handle({ platform, caller, params }) {
      const { name, mediaType, bytes } = await documentContent({ platform, caller }, caller.actor, params.id);
      return new FileAnswer(name, mediaType, bytes);
    },
  }),
];

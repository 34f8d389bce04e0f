import { z } from 'zod';
import { fileErrors, MAX_FILE_BYTES, MAX_FILE_TEXT } from '#features/files/files.contract.ts';
import { propertyErrors } from '#features/properties/properties.contract.ts';
import { commonErrors } from '#kernel/errors.ts';
import { propertyId } from '#kernel/schemas.ts';
import { integerText } from '#platform/server/transport/rest.ts';
import { downloadRoute, FileAnswer, uploadRoute } from '#platform/server/transport/rest-files.ts';
import { documentErrors, propertyDocument, uploadFacts } from '../documents.contract.ts';
import { documentFile } from './documents.queries.ts';
import { requireFiling, uploadDocument } from './upload-document.ts';

const { NOT_YOURS, DATED_AHEAD, TOO_MANY_DOCUMENTS, DOCUMENT_NOT_FOUND } = documentErrors;

export const documentsRest = [
  uploadRoute({
    path: '/api/properties/{id}/documents',
    name: 'documents.uploadDocument',
    summary: `Add a document to a property of yours: an image (JPEG, PNG, WebP) or a PDF of at most ${MAX_FILE_TEXT}, as the body.`,
    params: z.strictObject({ id: integerText(propertyId) }),
    query: uploadFacts,
    maxBytes: MAX_FILE_BYTES,
    tooLarge: fileErrors.FILE_TOO_LARGE,
    answer: propertyDocument,
    errors: [
      ...Object.values(fileErrors),
      propertyErrors.PROPERTY_NOT_FOUND,
      NOT_YOURS,
      DATED_AHEAD,
      TOO_MANY_DOCUMENTS,
      commonErrors.KEY_REUSED,
    ],
    async admit({ platform, caller, params }) {
      await requireFiling(platform.db, caller.actor, params.id);
      await platform.limits.consume('upload', caller);
    },
    handle: (call) => uploadDocument(call, { ...call.query, propertyId: call.params.id, ...call.file }),
  }),
  downloadRoute({
    path: '/api/documents/{id}',
    name: 'documents.file',
    summary: 'The file of a document of a property that you may see.',
    params: z.strictObject({ id: z.uuid() }),
    onPrimary: true,
    errors: [DOCUMENT_NOT_FOUND, fileErrors.FILE_INFECTED],
    async handle({ platform, caller, params }) {
      const { name, mediaType, bytes } = await documentFile(platform, caller.actor, params.id);
      return new FileAnswer(name, mediaType, bytes);
    },
  }),
];

import { z } from 'zod';
import { fileErrors, MAX_FILE_BYTES, MAX_FILE_TEXT } from '#features/files/files.contract.ts';
import { propertyErrors } from '#features/properties/properties.contract.ts';
import { commonErrors } from '#kernel/errors.ts';
import { propertyId } from '#kernel/schemas.ts';
import { integerText } from '#platform/server/transport/rest.ts';
import { downloadRoute, FileAnswer, uploadRoute } from '#platform/server/transport/rest-files.ts';
import { distributionErrors, month, statementInput } from '../distributions.contract.ts';
import {
  bankFileQuery,
  entryErrors,
  importAnswer,
  MAX_BANK_FILE_BYTES,
  MAX_BANK_FILE_TEXT,
  receiptFile,
} from '../entries.contract.ts';
import { importBankFile } from './import-bank-file.ts';
import { receiptContent, requireOwner, uploadReceipt } from './receipts.ts';
import { reportPdf, statementPdf } from './report-files.ts';

const PDF = 'application/pdf';

const reportParams = z.strictObject({ id: integerText(propertyId), month });

export const distributionsRest = [
  uploadRoute({
    path: '/api/properties/{id}/reports/{month}/bank-files',
    name: 'distributions.importBankFile',
    summary: `Put the rows of a bank's CSV or OFX file of at most ${MAX_BANK_FILE_TEXT} into the draft of a month. Columns are numbers from 0; those of a known header need not be named again; \`choose=again\` asks for them.`,
    params: reportParams,
    query: bankFileQuery,
    maxBytes: MAX_BANK_FILE_BYTES,
    tooLarge: entryErrors.BANK_FILE_TOO_LARGE,
    answer: importAnswer,
    errors: [
      ...Object.values(entryErrors),
      propertyErrors.PROPERTY_NOT_FOUND,
      distributionErrors.MONTH_NOT_REPORTABLE,
      distributionErrors.QUARTER_APPROVED,
    ],
    async admit({ platform, caller, params }) {
      await requireOwner(platform.db, caller.actor, params.id);
      await platform.limits.consume('upload', caller);
    },
    handle({ query: { version, choose, ...columns }, params, file, ...call }) {
      const which = { propertyId: params.id, month: params.month, version };
      return importBankFile(call, { ...which, columns, choosesAgain: choose === 'again', ...file });
    },
  }),
  uploadRoute({
    path: '/api/properties/{id}/receipts',
    name: 'distributions.uploadReceipt',
    summary: `Upload the receipt of an entry: an image or a PDF of at most ${MAX_FILE_TEXT}. It is stored for good once a draft with it is saved, within an hour.`,
    params: z.strictObject({ id: integerText(propertyId) }),
    maxBytes: MAX_FILE_BYTES,
    tooLarge: fileErrors.FILE_TOO_LARGE,
    answer: receiptFile,
    errors: [...Object.values(fileErrors), propertyErrors.PROPERTY_NOT_FOUND],
    async admit({ platform, caller, params }) {
      await requireOwner(platform.db, caller.actor, params.id);
      await platform.limits.consume('upload', caller);
    },
    handle: (call) => uploadReceipt(call, { propertyId: call.params.id, ...call.file }),
  }),
  downloadRoute({
    path: '/api/receipts/{id}',
    name: 'distributions.receipt',
    summary: 'The receipt of an entry that you may see.',
    params: z.strictObject({ id: z.uuid() }),
    onPrimary: true,
    errors: [entryErrors.RECEIPT_HIDDEN, fileErrors.FILE_INFECTED],
    async handle({ platform, caller, params }) {
      const { name, mediaType, bytes } = await receiptContent(platform, caller.actor, params.id);
      return new FileAnswer(name, mediaType, bytes);
    },
  }),
  downloadRoute({
    path: '/api/statements/{id}',
    name: 'distributions.statementPdf',
    summary: "The statement of a property's quarter as a PDF, with your payout if you have one.",
    params: statementInput,
    errors: [distributionErrors.DISTRIBUTION_NOT_FOUND, commonErrors.TOO_MANY_DRAWINGS],
    async handle({ platform, caller, params }) {
      const { name, bytes } = await statementPdf(platform, caller.actor, params);
      return new FileAnswer(name, PDF, bytes);
    },
  }),
  downloadRoute({
    path: '/api/properties/{id}/reports/{month}',
    name: 'distributions.reportPdf',
    summary: "The owner's report of a month as a PDF.",
    params: reportParams,
    errors: [
      propertyErrors.PROPERTY_NOT_FOUND,
      distributionErrors.REPORT_NOT_FOUND,
      commonErrors.TOO_MANY_DRAWINGS,
    ],
    async handle({ platform, caller, params }) {
      const { name, bytes } = await reportPdf(platform, caller.actor, {
        propertyId: params.id,
        month: params.month,
      });
      return new FileAnswer(name, PDF, bytes);
    },
  }),
];

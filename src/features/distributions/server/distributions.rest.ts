import { z } from 'zod';
import { propertyErrors } from '#features/properties/properties.contract.ts';
import { propertyId } from '#kernel/schemas.ts';
import { integerText } from '#platform/server/transport/rest.ts';
import { downloadRoute, FileAnswer } from '#platform/server/transport/rest-files.ts';
import { distributionErrors, month, statementInput } from '../distributions.contract.ts';
import { reportPdf, statementPdf } from './report-files.ts';

const PDF = 'application/pdf';

export const distributionsRest = [
  downloadRoute({
    path: '/api/statements/{id}',
    name: 'distributions.statementPdf',
    summary: "The statement of a property's quarter as a PDF, with your payout if you have one.",
    params: statementInput,
    errors: [distributionErrors.DISTRIBUTION_NOT_FOUND],
    async handle({ platform, caller, params }) {
      const { name, bytes } = await statementPdf(platform, caller.actor, params);
      return new FileAnswer(name, PDF, bytes);
    },
  }),
  downloadRoute({
    path: '/api/properties/{id}/reports/{month}',
    name: 'distributions.reportPdf',
    summary: "The owner's report of a month as a PDF.",
    params: z.strictObject({ id: integerText(propertyId), month }),
    errors: [propertyErrors.PROPERTY_NOT_FOUND, distributionErrors.REPORT_NOT_FOUND],
    async handle({ platform, caller, params }) {
      const { name, bytes } = await reportPdf(platform, caller.actor, {
        propertyId: params.id,
        month: params.month,
      });
      return new FileAnswer(name, PDF, bytes);
    },
  }),
];

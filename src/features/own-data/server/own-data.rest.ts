import { z } from 'zod';
import { commonErrors } from '#kernel/errors.ts';
import { downloadRoute, FileAnswer } from '#platform/server/transport/rest-files.ts';
import { exportedFile } from './own-data.queries.ts';

export const ownDataRest = [
  downloadRoute({
    path: '/api/own-data/exports/{id}',
    name: 'ownData.exportedFile',
    summary: 'A file with all of your data, for someone who has signed in within the last ten minutes.',
    params: z.strictObject({ id: z.uuid() }),
    onPrimary: true,
    large: true,
    errors: [commonErrors.NOT_FOUND, commonErrors.CONFIRM_IDENTITY],
    async handle({ platform, caller, params }) {
      const { name, bytes } = await exportedFile(platform, caller.actor, params.id);
      return new FileAnswer(name, 'application/zip', bytes);
    },
  }),
];

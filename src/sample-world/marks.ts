import { z } from 'zod';
import { defineCommand } from '#platform/server/commands/run-command.ts';

export const STARTED = 'sample.start';
export const FINISHED = 'sample.finish';
export const RENEWED = 'sample.renew';

const mark = (name: string) =>
  defineCommand({
    name,
    input: z.strictObject({}),
    access: 'system',
    run: async () => ({}),
    audit: () => ({ subject: 'sample world' }),
  });

/** Commands that only leave an entry in the audit log: the world is begun, is complete, is up to date in the demo. */
export const start = mark(STARTED);
export const finish = mark(FINISHED);
export const renew = mark(RENEWED);

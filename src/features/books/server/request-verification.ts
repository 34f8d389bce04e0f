import { z } from 'zod';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { booksErrors } from '../books.contract.ts';
import { VERIFICATION_REQUESTED } from '../books.events.ts';

/**
 * Has the books verified now, by a job. All admins together may ask for it six times an hour.
 * @throws VERIFIED_LATELY
 */
export const requestVerification = defineCommand({
  name: 'books.requestVerification',
  input: z.strictObject({}),
  access: 'adminRoutine',
  needsApproval: false,
  prepare: ({ platform }) =>
    platform.limits.consumeByKey('verification', 'all admins', booksErrors.VERIFIED_LATELY),
  async run({ emit, actor }) {
    emit(VERIFICATION_REQUESTED, { userId: actor.userId, payload: { requestedBy: actor.userId } });
    return { requested: true as const };
  },
  audit: () => ({ subject: 'books' }),
});

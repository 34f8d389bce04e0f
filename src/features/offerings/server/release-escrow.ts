import { z } from 'zod';
import { accounts } from '#features/ledger/server/index.ts';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { ESCROW_RELEASED } from '../offerings.events.ts';
import { isReleasable, lockEscrow, ownerOf, payOutEscrow } from './escrow.ts';

/**
 * Pays out what purchases have brought since an offering was funded, while its property is approved and no hold stops
 * it in escrow. Run again immediately, it finds nothing left.
 */
export const releaseEscrow = defineCommand({
  name: 'offerings.releaseEscrow',
  input: z.strictObject({ propertyId }),
  access: 'system',
  async run(run, { propertyId }) {
    const { tx, emit } = run;
    const ownerId = await ownerOf(tx, propertyId);
    const locked = await lockEscrow(tx, propertyId, [accounts.userCash(ownerId)]);
    if (!isReleasable(locked)) return { proceedsCents: 0 };
    const proceedsCents = await payOutEscrow(run, locked);
    if (proceedsCents > 0)
      emit(ESCROW_RELEASED, { userId: ownerId, broadcast: { audience: 'admins' }, payload: { propertyId } });
    return { proceedsCents };
  },
  audit: ({ propertyId }, { proceedsCents }) => ({
    subject: `property:${propertyId}`,
    details: { proceedsCents },
  }),
});

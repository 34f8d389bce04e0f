import { z } from 'zod';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { closeOrdersOutsideBand } from './close-orders-outside-band.ts';
import { lockBooks } from './market.ts';

/** Closes orders that a valuation left outside of the price band, as many as one transaction may close. */
export const closeAfterValuation = defineCommand({
  name: 'resale.closeAfterValuation',
  input: z.strictObject({ propertyId }),
  access: 'system',
  async run(run, { propertyId }) {
    await lockBooks(run.tx, { propertyIds: [propertyId] });
    return { done: await closeOrdersOutsideBand(run, propertyId) };
  },
  audit: ({ propertyId }, { done }) => ({ subject: `property:${propertyId}`, details: { isDone: done } }),
});

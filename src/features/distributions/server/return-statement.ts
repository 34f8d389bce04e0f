import { eq } from 'drizzle-orm';
import { distributions } from '#db/schema/distributions.ts';
import { properties } from '#db/schema/properties.ts';
import { notify } from '#features/notifications/server/index.ts';
import { requireImpartial } from '#features/ownership/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { quarterName } from '#kernel/months.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { distributionErrors, propertyIdOf, returnStatementInput } from '../distributions.contract.ts';
import { STATEMENT_RETURNED } from '../distributions.events.ts';
import { lockStatements } from './statements.ts';

/**
 * Returns a prepared statement to the owner with the correction to make; a corrected report prepares it again.
 * @throws DISTRIBUTION_NOT_FOUND, OWN_PROPERTY, NOT_AWAITING_APPROVAL
 */
export const returnStatement = defineCommand({
  name: 'distributions.returnStatement',
  input: returnStatementInput,
  access: 'admin',
  needsApproval: false,
  async run(run, { id, reason }) {
    const { tx, actor, emit } = run;
    await lockStatements(tx, propertyIdOf(id));
    const [found] = await tx
      .select({ status: distributions.status, quarter: distributions.quarter, property: properties })
      .from(distributions)
      .innerJoin(properties, eq(properties.id, distributions.propertyId))
      .where(eq(distributions.id, id));
    if (!found) throw new DomainError(distributionErrors.DISTRIBUTION_NOT_FOUND);
    await requireImpartial(tx, actor, found.property);
    if (found.status !== 'prepared') throw new DomainError(distributionErrors.NOT_AWAITING_APPROVAL);
    await tx
      .update(distributions)
      .set({ status: 'returned', returnedReason: reason })
      .where(eq(distributions.id, id));
    const { ownerId, name } = found.property;
    emit(STATEMENT_RETURNED, {
      userId: ownerId,
      broadcast: { audience: 'admins' },
      payload: { distributionId: id },
    });
    await notify(run, {
      userId: ownerId,
      type: 'distribution',
      priority: 'high',
      title: 'Statement needs a correction',
      message: `The ${quarterName(found.quarter)} statement for ${name} was returned: ${reason}`,
      actionUrl: '/owner-distributions',
      always: true,
    });
    return { id, status: 'returned' as const };
  },
  audit: ({ id, reason }) => ({ subject: `distribution:${id}`, details: { reason: typed(reason) } }),
});

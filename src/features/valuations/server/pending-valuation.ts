import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { properties } from '#db/schema/properties.ts';
import { valuationDecisions, valuations } from '#db/schema/valuations.ts';
import { requireImpartial } from '#features/ownership/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { fullName } from '#kernel/person.ts';
import { formatDate } from '#kernel/time.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import type { Actor } from '#platform/server/security/caller.ts';
import { valuationErrors } from '../valuations.contract.ts';
import { lockValuations } from './file.ts';

interface PendingValuation {
  valuation: typeof valuations.$inferSelect;
  property: typeof properties.$inferSelect;
}

/**
 * A valuation that waits for a decision, with the valuations of its property locked. The refusal of a second decision
 * names the first one and who made it.
 * @throws VALUATION_NOT_FOUND, OWN_PROPERTY, ALREADY_DECIDED
 */
export async function lockPending(tx: Transaction, actor: Actor, id: string): Promise<PendingValuation> {
  const [known] = await tx
    .select({ propertyId: valuations.propertyId })
    .from(valuations)
    .where(eq(valuations.id, id));
  if (!known) throw new DomainError(valuationErrors.VALUATION_NOT_FOUND);
  await lockValuations(tx, known.propertyId);
  // Shared, so that the property neither leaves nor enters the market meanwhile, and its trades continue.
  const [property] = await tx
    .select()
    .from(properties)
    .where(eq(properties.id, known.propertyId))
    .for('share');
  const [found] = await tx
    .select({ valuation: valuations, decision: valuationDecisions, by: users })
    .from(valuations)
    .leftJoin(valuationDecisions, eq(valuationDecisions.valuationId, valuations.id))
    .leftJoin(users, eq(users.id, valuationDecisions.decidedBy))
    .where(eq(valuations.id, id));
  if (!found || !property) throw new DomainError(valuationErrors.VALUATION_NOT_FOUND);
  await requireImpartial(tx, actor, property);
  const { valuation, decision, by } = found;
  if (decision) {
    const who = by ? fullName(by) : 'Another admin';
    const message = `${who} ${decision.decision} this valuation on ${formatDate(decision.decidedAt)}.`;
    throw new DomainError(valuationErrors.ALREADY_DECIDED, { message });
  }
  return { valuation, property };
}

import { and, count, eq, sql } from 'drizzle-orm';
import { proposals } from '#db/schema/governance.ts';
import { isFundedAt } from '#features/offerings/server/index.ts';
import { visibleEntity } from '#features/properties/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { after, DAY } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import { rows } from '#platform/server/database/db.ts';
import { governanceErrors, MAX_OPEN_PROPOSALS, proposeInput } from '../governance.contract.ts';
import { PROPOSED } from '../governance.events.ts';
import { eachVoters, proposalView, requireManager } from './governance.queries.ts';

/**
 * Puts something to the vote of a property's holders: those who hold shares at this moment vote until the deadline,
 * each with as many shares, but for the owner's side. A job notifies them. Idempotent by `requestId`.
 * @throws PROPERTY_NOT_FOUND, NOT_YOURS, CONFIRM_IDENTITY, OFFERING_OPEN, NO_HOLDERS, TOO_MANY_OPEN
 */
export const propose = defineCommand({
  name: 'governance.propose',
  input: proposeInput,
  access: 'signedIn',
  async run({ tx, actor, now, newId, emit }, { propertyId, title, description, votingDays }) {
    const property = await visibleEntity(tx, actor, propertyId);
    requireManager(actor, property, now);
    if (!(await isFundedAt(tx, propertyId, now))) throw new DomainError(governanceErrors.OFFERING_OPEN);
    await lock(tx, 'proposals', propertyId);
    const [open] = await tx
      .select({ count: count() })
      .from(proposals)
      .where(and(eq(proposals.propertyId, propertyId), eq(proposals.status, 'open')));
    if ((open?.count ?? 0) >= MAX_OPEN_PROPOSALS) throw new DomainError(governanceErrors.TOO_MANY_OPEN);
    let eligibleShares = 0;
    await eachVoters(tx, property, now, async ({ voters }) => {
      const [part] = await rows<{ shares: number }>(
        tx,
        sql`select coalesce(sum(shares), 0)::float8 as shares from (${voters}) v`,
      );
      eligibleShares += present(part, 'a sum').shares;
    });
    if (eligibleShares === 0) throw new DomainError(governanceErrors.NO_HOLDERS);
    const id = newId();
    await tx.insert(proposals).values({
      id,
      propertyId,
      title,
      description,
      createdBy: actor.userId,
      createdAt: now,
      deadline: after(now, votingDays * DAY),
      status: 'open',
      eligibleShares,
      ...uncounted,
    });
    emit(PROPOSED, { userId: actor.userId, broadcast: { propertyId }, payload: { proposalId: id } });
    return proposalView(tx, actor, id);
  },
  audit: ({ propertyId, title }, { id }) => ({
    subject: `proposal:${id}`,
    details: { propertyId, title: typed(title) },
  }),
});

const uncounted = {
  yesShares: 0,
  noShares: 0,
  abstainShares: 0,
  yesVoters: 0,
  noVoters: 0,
  abstainVoters: 0,
};

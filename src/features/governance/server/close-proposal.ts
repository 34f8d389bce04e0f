import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { proposals } from '#db/schema/governance.ts';
import { properties } from '#db/schema/properties.ts';
import { present } from '#kernel/assert.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';
import { within } from '#platform/server/database/id-ranges.ts';
import { CLOSED } from '../governance.events.ts';
import { outcomeOf } from '../governance.rules.ts';
import { eachVoters, type StoredProposal } from './governance.queries.ts';

/**
 * Closes a proposal at its deadline: counts the votes again by the holdings of the record date in the ledger. A job
 * notifies those who voted and its author. A proposal that is closed, or still open, is left alone.
 */
export const closeProposal = defineCommand({
  name: 'governance.closeProposal',
  input: z.strictObject({ proposalId: z.uuid() }),
  access: 'system',
  async run({ tx, now, emit }, { proposalId }) {
    const [proposal] = await tx.select().from(proposals).where(eq(proposals.id, proposalId)).for('update');
    if (proposal?.status !== 'open' || now < proposal.deadline) return { outcome: null };
    const [property] = await tx.select().from(properties).where(eq(properties.id, proposal.propertyId));
    const { ownerId } = present(property, 'the property of a proposal');
    const { eligibleShares, ...tally } = await recount(tx, proposal, ownerId);
    const counted = { yes: tally.yesShares, no: tally.noShares, abstain: tally.abstainShares };
    const outcome = outcomeOf(counted, eligibleShares);
    await tx
      .update(proposals)
      .set({ ...tally, eligibleShares, outcome, status: 'closed', closedAt: now })
      .where(eq(proposals.id, proposalId));
    const { propertyId, createdBy } = proposal;
    emit(CLOSED, { userId: createdBy, broadcast: { propertyId }, payload: { proposalId, outcome } });
    return { outcome };
  },
  audit: ({ proposalId }, { outcome }) => ({ subject: `proposal:${proposalId}`, details: { outcome } }),
});

/** Gives every vote the weight of the record date, none to the owner's side, and adds them up. */
async function recount(tx: Transaction, proposal: StoredProposal, ownerId: string) {
  const { id, propertyId, createdAt } = proposal;
  let eligibleShares = 0;
  await eachVoters(tx, { id: propertyId, ownerId }, createdAt, async ({ voters, range }) => {
    const [part] = await rows<{ shares: number }>(
      tx,
      sql`with holders as materialized (${voters}),
          weighed as (
            update votes v set shares = coalesce(h.shares, 0)
            from votes cast_vote left join holders h on h.user_id = cast_vote.user_id
            where cast_vote.proposal_id = ${id}::uuid and ${within(sql`cast_vote.user_id`, range)}
              and v.proposal_id = cast_vote.proposal_id and v.user_id = cast_vote.user_id
              and v.shares <> coalesce(h.shares, 0))
          select coalesce(sum(shares), 0)::float8 as shares from holders`,
    );
    eligibleShares += present(part, 'a sum').shares;
  });
  const [counted] = await rows<Record<keyof ReturnType<typeof tallyOf>, string>>(
    tx,
    sql`select coalesce(sum(shares) filter (where choice = 'yes'), 0)::text as "yesShares",
               coalesce(sum(shares) filter (where choice = 'no'), 0)::text as "noShares",
               coalesce(sum(shares) filter (where choice = 'abstain'), 0)::text as "abstainShares",
               (count(*) filter (where choice = 'yes'))::text as "yesVoters",
               (count(*) filter (where choice = 'no'))::text as "noVoters",
               (count(*) filter (where choice = 'abstain'))::text as "abstainVoters"
        from votes where proposal_id = ${id}::uuid and shares > 0`,
  );
  return { ...tallyOf(present(counted, 'the tally')), eligibleShares };
}

function tallyOf(counted: Record<string, string>) {
  const number = (key: string) => Number(counted[key]);
  return {
    yesShares: number('yesShares'),
    noShares: number('noShares'),
    abstainShares: number('abstainShares'),
    yesVoters: number('yesVoters'),
    noVoters: number('noVoters'),
    abstainVoters: number('abstainVoters'),
  };
}

import { eq } from 'drizzle-orm';
import { proposals, votes } from '#db/schema/governance.ts';
import { affiliationOf } from '#features/ownership/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { governanceErrors, voteInput } from '../governance.contract.ts';
import { VOTED } from '../governance.events.ts';
import { proposalById, proposalView, weightOf } from './governance.queries.ts';

/**
 * Casts the caller's vote, or changes it, until the deadline. It counts for the shares held at the
 * record date, whatever was bought or sold since. The proposal is share-locked, so that a vote is either in the tally
 * that closes it or refused.
 * @throws PROPOSAL_NOT_FOUND, VOTING_CLOSED, OWNER_HAS_NO_VOTE, NO_VOTE
 */
export const vote = defineCommand({
  name: 'governance.vote',
  input: voteInput,
  access: 'signedIn',
  async run({ tx, actor, now, emit }, { proposalId, choice }) {
    const { property } = await proposalById(tx, actor, proposalId);
    const [proposal] = await tx.select().from(proposals).where(eq(proposals.id, proposalId)).for('share');
    if (!proposal) throw new DomainError(governanceErrors.PROPOSAL_NOT_FOUND);
    if (proposal.status === 'closed' || now >= proposal.deadline) {
      throw new DomainError(governanceErrors.VOTING_CLOSED);
    }
    if (await affiliationOf(tx, actor, property)) throw new DomainError(governanceErrors.OWNER_HAS_NO_VOTE);
    const shares = await weightOf(tx, { proposal, property }, actor.userId);
    if (shares === 0) throw new DomainError(governanceErrors.NO_VOTE);
    const ballot = { choice, shares, castAt: now };
    await tx
      .insert(votes)
      .values({ proposalId, userId: actor.userId, ...ballot })
      .onConflictDoUpdate({ target: [votes.proposalId, votes.userId], set: ballot });
    const { propertyId } = proposal;
    emit(VOTED, { userId: actor.userId, broadcast: { propertyId }, payload: { proposalId, choice } });
    return proposalView(tx, actor, proposalId);
  },
  audit: ({ proposalId, choice }, { userShares }) => ({
    subject: `proposal:${proposalId}`,
    details: { choice, shares: userShares },
  }),
});

import { eq } from 'drizzle-orm';
import { proposals, votes } from '#db/schema/governance.ts';
import { notifyAll } from '#features/notifications/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { after, DAY } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { followUpInput, governanceErrors } from '../governance.contract.ts';
import { FOLLOWED_UP } from '../governance.events.ts';
import { proposalById, proposalView, requireManager } from './governance.queries.ts';

/**
 * Writes down how a decision was carried out, for everyone who voted; a later note takes its place. Of the notes of a day
 * the voters are notified once.
 * @throws PROPOSAL_NOT_FOUND, NOT_YOURS, CONFIRM_IDENTITY, STILL_OPEN
 */
export const followUp = defineCommand({
  name: 'governance.followUp',
  input: followUpInput,
  access: 'signedIn',
  async run(run, { proposalId, text }) {
    const { tx, actor, now, emit } = run;
    const { proposal, property } = await proposalById(tx, actor, proposalId);
    requireManager(actor, property, now);
    if (proposal.status !== 'closed') throw new DomainError(governanceErrors.STILL_OPEN);
    await tx.update(proposals).set({ followUp: text, followUpAt: now }).where(eq(proposals.id, proposalId));
    const { propertyId, title, followUpAt } = proposal;
    emit({ type: FOLLOWED_UP, userId: actor.userId, broadcast: { propertyId }, payload: { proposalId } });
    if (followUpAt !== null && followUpAt > after(now, -DAY)) return proposalView(tx, actor, proposalId);
    const voters = await tx
      .select({ userId: votes.userId })
      .from(votes)
      .where(eq(votes.proposalId, proposalId));
    await notifyAll(
      run,
      voters.map(({ userId }) => ({
        userId,
        type: 'governance',
        priority: 'low',
        title: `What came of "${title}"`,
        message: `${property.name}: a note on how the decision was carried out.`,
        actionUrl: `/property/${propertyId}?tab=governance`,
      })),
    );
    return proposalView(tx, actor, proposalId);
  },
  audit: ({ proposalId, text }) => ({ subject: `proposal:${proposalId}`, details: { text: typed(text) } }),
});

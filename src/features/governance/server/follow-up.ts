import { eq } from 'drizzle-orm';
import { proposals } from '#db/schema/governance.ts';
import { DomainError } from '#kernel/errors.ts';
import { after, DAY } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { followUpInput, governanceErrors } from '../governance.contract.ts';
import { FOLLOWED_UP } from '../governance.events.ts';
import { proposalById, proposalView, requireManager } from './governance.queries.ts';

/**
 * Writes down how a decision was carried out, for everyone who voted; a later note takes its place. Voters are notified by
 * a job, unless they were of another note within a day.
 * @throws PROPOSAL_NOT_FOUND, NOT_YOURS, CONFIRM_IDENTITY, STILL_OPEN
 */
export const followUp = defineCommand({
  name: 'governance.followUp',
  input: followUpInput,
  access: 'signedIn',
  async run({ tx, actor, now, emit }, { proposalId, text }) {
    const { proposal, property } = await proposalById(tx, actor, proposalId);
    requireManager(actor, property, now);
    if (proposal.status !== 'closed') throw new DomainError(governanceErrors.STILL_OPEN);
    const { propertyId, followUpNotifiedAt } = proposal;
    const notifies = followUpNotifiedAt === null || followUpNotifiedAt <= after(now, -DAY);
    await tx
      .update(proposals)
      .set({ followUp: text, followUpAt: now, ...(notifies && { followUpNotifiedAt: now }) })
      .where(eq(proposals.id, proposalId));
    const payload = { proposalId, notifies };
    emit(FOLLOWED_UP, { userId: actor.userId, broadcast: { propertyId }, payload });
    return { ...(await proposalView(tx, actor, proposalId)), notifiesVoters: notifies };
  },
  audit: ({ proposalId, text }) => ({ subject: `proposal:${proposalId}`, details: { text: typed(text) } }),
});

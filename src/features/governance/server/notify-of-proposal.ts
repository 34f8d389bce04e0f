import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  MAX_NOTIFIED_PEOPLE,
  type NewNotification,
  notifyAll,
} from '#features/notifications/server/index.ts';
import { present } from '#kernel/assert.ts';
import { requestId } from '#kernel/schemas.ts';
import { formatDate } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';
import { outcomeReason } from '../governance.rules.ts';
import { nextVoters, type ProposalWithProperty, storedProposal } from './governance.queries.ts';

/** What happened to a proposal. */
const PROPOSAL_NEWS = ['proposed', 'closed', 'followedUp'] as const;
export type ProposalNews = (typeof PROPOSAL_NEWS)[number];

/**
 * Notifies the next people of what happened to a proposal: of a new one those who may vote, unless voting is over; of its
 * outcome those who voted and its author; of a note on it those who voted. Idempotent by `requestId`.
 */
export const notifyOfProposal = defineCommand({
  name: 'governance.notifyOfProposal',
  input: z.strictObject({
    proposalId: z.uuid(),
    news: z.enum(PROPOSAL_NEWS),
    after: z.string(),
    maxPeople: z.int().min(1).max(MAX_NOTIFIED_PEOPLE).default(MAX_NOTIFIED_PEOPLE),
    requestId,
  }),
  access: 'system',
  async run(run, { proposalId, news, after, maxPeople }): Promise<{ last: string | null }> {
    const { tx, now } = run;
    const found = present(await storedProposal(tx, proposalId), 'a proposal with news');
    if (news === 'proposed' && now >= found.proposal.deadline) return { last: null };
    const { userIds, last } = await nextRecipients(tx, found, { news, afterId: after, maxIds: maxPeople });
    const notice = noticeOf(found, news);
    await notifyAll(
      run,
      userIds.map((userId) => ({ userId, ...notice })),
    );
    return { last };
  },
  audit: ({ proposalId, news, after }) => ({ subject: `proposal:${proposalId}`, details: { news, after } }),
});

async function nextRecipients(
  tx: Transaction,
  found: ProposalWithProperty,
  { news, ...next }: { news: ProposalNews; afterId: string; maxIds: number },
): Promise<{ userIds: string[]; last: string | null }> {
  const idsOf = async (people: SQL) => (await rows<{ id: string }>(tx, people)).map(({ id }) => id);
  if (news === 'proposed') {
    const { voters, last } = await nextVoters(tx, found, next);
    const userIds = await idsOf(sql`select user_id as id from (${voters}) v order by user_id`);
    return { userIds, last };
  }
  const { id, createdBy } = found.proposal;
  const cast = sql`select user_id as id from votes where proposal_id = ${id}::uuid`;
  const people = news === 'closed' ? sql`${cast} union all select ${createdBy}::text` : cast;
  const userIds = await idsOf(
    sql`select distinct id from (${people}) people where id > ${next.afterId} order by id limit ${next.maxIds}::int`,
  );
  return { userIds, last: userIds.length === next.maxIds ? (userIds.at(-1) ?? null) : null };
}

/** The notification of what happened to a proposal, the same for everyone. */
export const noticeOf = (found: ProposalWithProperty, news: ProposalNews) => ({
  type: 'governance' as const,
  actionUrl: `/property/${found.proposal.propertyId}?tab=governance` as const,
  ...contentOf(found, news),
});

function contentOf(
  { proposal, property: { name } }: ProposalWithProperty,
  news: ProposalNews,
): Pick<NewNotification, 'priority' | 'title' | 'message'> {
  const { title, deadline, outcome, eligibleShares } = proposal;
  switch (news) {
    case 'proposed':
      return {
        priority: 'medium',
        title: `Vote on ${name}`,
        message: `Vote by ${formatDate(deadline)}: “${title}”`,
      };
    case 'closed': {
      const { yesShares: yes, noShares: no, abstainShares: abstain } = proposal;
      return {
        priority: 'medium',
        title: outcome === 'approved' ? 'Proposal approved' : 'Proposal rejected',
        message: `“${title}” for ${name}: ${outcomeReason({ yes, no, abstain }, eligibleShares)}`,
      };
    }
    case 'followedUp':
      return {
        priority: 'low',
        title: `Follow-up on “${title}”`,
        message: `${name}: a note on how the decision was carried out.`,
      };
  }
}

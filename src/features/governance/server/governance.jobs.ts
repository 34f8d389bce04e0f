import { and, eq, lte } from 'drizzle-orm';
import { proposals } from '#db/schema/governance.ts';
import { present } from '#kernel/assert.ts';
import { MINUTE } from '#kernel/time.ts';
import { type JobHandler, jobFor } from '#platform/server/jobs/jobs.ts';
import { chunksInTimeSlices } from '#platform/server/jobs/time-slices.ts';
import { failWith, tryEach } from '#platform/server/jobs/try-each.ts';
import { CLOSED, FOLLOWED_UP, PROPOSED } from '../governance.events.ts';
import { closeProposal } from './close-proposal.ts';
import { markVoteRead } from './mark-vote-read.ts';
import { notifyOfProposal, type ProposalNews } from './notify-of-proposal.ts';

const CLOSE_DUE = 'governance.closeDue';
const NOTIFY_PROPOSED = 'governance.notifyProposed';
const NOTIFY_CLOSED = 'governance.notifyClosed';
const NOTIFY_FOLLOWED_UP = 'governance.notifyFollowedUp';
const MARK_VOTE_READ = 'governance.markVoteRead';

const closeDue: JobHandler = async (ctx) => {
  const { db, clock } = ctx.platform;
  const due = await db
    .select({ id: proposals.id })
    .from(proposals)
    .where(and(eq(proposals.status, 'open'), lte(proposals.deadline, clock.now())))
    .orderBy(proposals.deadline);
  const failures = await tryEach(ctx, due, {
    work: ({ id }) => closeProposal(ctx, { proposalId: id }),
    what: ({ id }) => `closing proposal ${id}`,
  });
  failWith(failures);
};

/** Notifies everyone of what happened to a proposal; each part once, however often the job runs. */
const notifyOf =
  (news: ProposalNews): JobHandler<{ proposalId: string }> =>
  (ctx, { proposalId }, job) => {
    const { id } = present(job, 'the job of a proposal');
    return chunksInTimeSlices(ctx, (after) =>
      notifyOfProposal(ctx, { proposalId, news, after, requestId: `${id}:${after}` }),
    );
  };

const notifyProposed = jobFor(PROPOSED, notifyOf('proposed'));
const notifyClosed = jobFor(CLOSED, notifyOf('closed'));
const notifyVoters = notifyOf('followedUp');

const notifyFollowedUp = jobFor(FOLLOWED_UP, async (ctx, payload, job) =>
  payload.notifies ? notifyVoters(ctx, payload, job) : undefined,
);

/** Marks the notifications of a vote as read, which ask for what is no longer possible. */
const markVoteReadJob = jobFor(CLOSED, (ctx, { proposalId }, job) => {
  const { id } = present(job, 'the job of a proposal');
  return chunksInTimeSlices(ctx, (after) =>
    markVoteRead(ctx, { proposalId, after, requestId: `${id}:${after}` }),
  );
});

export const governanceJobs = {
  handlers: {
    [CLOSE_DUE]: closeDue,
    [NOTIFY_PROPOSED]: notifyProposed,
    [NOTIFY_CLOSED]: notifyClosed,
    [NOTIFY_FOLLOWED_UP]: notifyFollowedUp,
    [MARK_VOTE_READ]: markVoteReadJob,
  },
  schedules: [{ kind: CLOSE_DUE, everyMs: MINUTE }],
};

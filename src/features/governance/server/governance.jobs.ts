import { and, eq, lte } from 'drizzle-orm';
import { proposals } from '#db/schema/governance.ts';
import { MINUTE } from '#kernel/time.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { failWith, tryEach } from '#platform/server/jobs/try-each.ts';
import { closeProposal } from './close-proposal.ts';

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

export const governanceJobs = {
  handlers: { 'governance.closeDue': closeDue },
  schedules: [{ kind: 'governance.closeDue', everyMs: MINUTE }],
};

import { DAY, MINUTE, SECOND } from '#kernel/time.ts';
import { auditChainInvariants, publishChainHead, sealAuditLog } from '#platform/server/audit/audit-chain.ts';
import { platformInvariants } from '#platform/server/audit/verify-platform.ts';
import type { JobHandler } from '#platform/server/jobs/jobs.ts';
import { pruneFinishedWork } from '#platform/server/jobs/prune.ts';
import { liveRouter } from '#platform/server/live/live.ts';
import { pruneSpentLimits } from '#platform/server/security/limits.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';

const PRUNE_SPENT_LIMITS = 'platform.pruneSpentLimits';
const PRUNE_FINISHED_WORK = 'platform.pruneFinishedWork';
const SEAL_AUDIT_LOG = 'platform.sealAuditLog';
export const PUBLISH_CHAIN_HEAD = 'platform.publishChainHead';

const pruneSpentLimitsJob: JobHandler = ({ platform }) => pruneSpentLimits(platform);

/** The jobs and invariants of the platform itself. */
export const platformSlice = defineSlice({
  name: 'platform',
  jobs: {
    handlers: {
      [PRUNE_SPENT_LIMITS]: pruneSpentLimitsJob,
      [PRUNE_FINISHED_WORK]: pruneFinishedWork,
      [SEAL_AUDIT_LOG]: sealAuditLog,
      [PUBLISH_CHAIN_HEAD]: publishChainHead,
    },
    schedules: [
      { kind: SEAL_AUDIT_LOG, everyMs: 10 * SECOND },
      { kind: PUBLISH_CHAIN_HEAD, everyMs: 10 * MINUTE },
      { kind: PRUNE_SPENT_LIMITS, everyMs: DAY },
      { kind: PRUNE_FINISHED_WORK, everyMs: DAY },
    ],
  },
  invariants: [...platformInvariants, ...auditChainInvariants],
});

/** The stream of live events. */
export const liveSlice = defineSlice({ name: 'live', router: liveRouter });

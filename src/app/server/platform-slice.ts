import { DAY, MINUTE, SECOND } from '#kernel/time.ts';
import { auditChainInvariants, publishChainHead, sealAuditLog } from '#platform/server/audit/audit-chain.ts';
import { platformInvariants } from '#platform/server/audit/verify-platform.ts';
import { pruneFinishedWork } from '#platform/server/jobs/prune.ts';
import { liveRouter } from '#platform/server/live/live.ts';
import { pruneSpentLimits } from '#platform/server/security/limits.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';

export const PUBLISH_CHAIN_HEAD = 'platform.publishChainHead';

/** The jobs and invariants of the platform itself. */
export const platformSlice = defineSlice({
  name: 'platform',
  jobs: {
    handlers: {
      'platform.pruneSpentLimits': ({ platform }) => pruneSpentLimits(platform),
      'platform.pruneFinishedWork': pruneFinishedWork,
      'platform.sealAuditLog': sealAuditLog,
      [PUBLISH_CHAIN_HEAD]: publishChainHead,
    },
    schedules: [
      { kind: 'platform.sealAuditLog', everyMs: 10 * SECOND },
      { kind: PUBLISH_CHAIN_HEAD, everyMs: 10 * MINUTE },
      { kind: 'platform.pruneSpentLimits', everyMs: DAY },
      { kind: 'platform.pruneFinishedWork', everyMs: DAY },
    ],
  },
  invariants: [...platformInvariants, ...auditChainInvariants],
});

/** The stream of live events. */
export const liveSlice = defineSlice({ name: 'live', router: liveRouter });

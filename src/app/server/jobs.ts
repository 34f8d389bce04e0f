import { distributionJobs } from '#features/distributions/server/index.ts';
import { fileJobs } from '#features/files/server/index.ts';
import { governanceJobs } from '#features/governance/server/index.ts';
import { identityJobs, SECURITY_CHANGED, STARTED_ANEW } from '#features/identity/server/index.ts';
import { investingJobs } from '#features/investing/server/index.ts';
import { FORGET_APPLICATION, kycJobs } from '#features/kyc/server/index.ts';
import {
  NOTIFY_SECURITY_CHANGE,
  notificationJobs,
  RESET_PREFERENCES,
} from '#features/notifications/server/index.ts';
import { propertyJobs } from '#features/properties/server/index.ts';
import { resaleJobs } from '#features/resale/server/index.ts';
import { waitlistJobs } from '#features/waitlist/server/index.ts';
import { walletJobs } from '#features/wallet/server/index.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { publishChainHead, sealAuditLog } from '#platform/server/audit-chain.ts';
import { type JobRegistry, pruneFinishedWork } from '#platform/server/jobs.ts';
import { forgetSpentLimits } from '#platform/server/limits.ts';

export const PUBLISH_CHAIN_HEAD = 'platform.publishChainHead';

/** Every event handler, job and schedule there is. */
export const jobRegistry: JobRegistry = {
  onEvent: {
    ...fileJobs.onEvent,
    ...identityJobs.onEvent,
    ...walletJobs.onEvent,
    ...waitlistJobs.onEvent,
    ...distributionJobs.onEvent,
    ...investingJobs.onEvent,
    ...propertyJobs.onEvent,
    [SECURITY_CHANGED]: [...identityJobs.onEvent[SECURITY_CHANGED], NOTIFY_SECURITY_CHANGE],
    [STARTED_ANEW]: [RESET_PREFERENCES, FORGET_APPLICATION],
  },
  handlers: {
    ...fileJobs.handlers,
    ...walletJobs.handlers,
    ...waitlistJobs.handlers,
    ...resaleJobs.handlers,
    ...identityJobs.handlers,
    ...distributionJobs.handlers,
    ...governanceJobs.handlers,
    ...investingJobs.handlers,
    ...propertyJobs.handlers,
    ...kycJobs.handlers,
    ...notificationJobs.handlers,
    'platform.forgetSpentLimits': ({ platform }) => forgetSpentLimits(platform),
    'platform.pruneFinishedWork': pruneFinishedWork,
    'platform.sealAuditLog': sealAuditLog,
    [PUBLISH_CHAIN_HEAD]: publishChainHead,
  },
  schedules: [
    ...distributionJobs.schedules,
    ...governanceJobs.schedules,
    ...investingJobs.schedules,
    ...kycJobs.schedules,
    ...fileJobs.schedules,
    ...notificationJobs.schedules,
    ...walletJobs.schedules,
    { kind: 'platform.sealAuditLog', every: 10 * SECOND },
    { kind: PUBLISH_CHAIN_HEAD, every: 10 * MINUTE },
    { kind: 'resale.closeExpiredOrders', every: MINUTE },
    { kind: 'identity.removeExpiredSessions', every: HOUR },
    { kind: 'identity.forgetOldSignIns', every: HOUR },
    { kind: 'platform.forgetSpentLimits', every: DAY },
    { kind: 'platform.pruneFinishedWork', every: DAY },
  ],
};

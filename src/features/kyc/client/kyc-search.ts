import { searchTextOf } from '#kernel/search.ts';
import type { QueueStatus } from '../kyc.contract.ts';
import type { KycStep } from '../kyc.rules.ts';

const STEPS: readonly KycStep[] = [1, 2, 3, 4];
const STATUSES: readonly QueueStatus[] = ['under_review', 'requires_additional_info', 'approved', 'rejected'];

/** The step that an address asks for; without one, the wizard opens where it was left. */
export interface KycSearch {
  step?: KycStep;
}

/** Reads any address; what cannot be understood is left out. */
export function readKycSearch(raw: Record<string, unknown>): KycSearch {
  const step = STEPS.find((candidate) => candidate === Number(raw.step));
  return step ? { step } : {};
}

/** The filters of the reviewers' queue as its address carries them. */
export interface QueueSearch {
  status?: QueueStatus;
  q?: string;
}

/** Reads any address; what cannot be understood is left out. */
export function readQueueSearch(raw: Record<string, unknown>): QueueSearch {
  const status = STATUSES.find((candidate) => candidate === raw.status);
  const q = searchTextOf(raw.q);
  return { ...(status && { status }), ...(q && { q }) };
}

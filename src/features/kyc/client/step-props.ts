import type { CurrentUser } from '#platform/browser/session.ts';
import type { KycApplication } from '../kyc.contract.ts';

export interface StepProps {
  user: CurrentUser;
  application: KycApplication;
  /** Null on the first step. */
  onPrevious: (() => void) | null;
  onNext: () => void;
}

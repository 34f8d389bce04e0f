import type { SubmissionReceipt } from '../submissions.contract.ts';

/** What was submitted just now. */
export interface Submitted extends SubmissionReceipt {
  name: string;
}

export interface FormProps {
  onSubmitted: (submitted: Submitted) => void;
}

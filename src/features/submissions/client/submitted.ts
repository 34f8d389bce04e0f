import type { SubmissionReceipt } from '../submissions.contract.ts';

/** The submission that was just filed. */
export interface NewSubmission extends SubmissionReceipt {
  name: string;
}

export interface FormProps {
  onSubmitted: (submitted: NewSubmission) => void;
}

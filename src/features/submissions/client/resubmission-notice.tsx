import { Link } from '@tanstack/react-router';
import { Alert } from '#ui/alert.tsx';
import { buttonClass } from '#ui/button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { OwnSubmission } from '../submissions.contract.ts';

/** In place of the form, for a submission that cannot be started again. */
export function ResubmissionNotice({ submission }: { submission: OwnSubmission }) {
  const { id, laterId, status } = submission;
  return (
    <>
      <PageHeader title="Submit a Property" description={submission.fields.name} />
      <Alert
        title={laterId ? 'You have started it again' : 'It cannot be started again'}
        action={
          <Link
            to="/owner-submit/$id"
            params={{ id: laterId ?? id }}
            className={buttonClass({ variant: 'secondary', size: 'small' })}
          >
            See the submission
          </Link>
        }
      >
        {laterId
          ? 'You can start a rejected submission again only once. Your new one is in review or has been decided.'
          : status === 'pending'
            ? 'It is in review. We’ll notify you of the decision.'
            : 'Only a rejected submission from this form can be started again.'}
      </Alert>
    </>
  );
}

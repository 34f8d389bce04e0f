import { Link } from '@tanstack/react-router';
import { FileX } from 'lucide-react';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

export function SubmissionNotFound() {
  return (
    <Card>
      <EmptyState
        icon={FileX}
        title="Submission not found"
        text="This submission does not exist or is not yours."
        action={
          <Link to="/owner-submit" className={buttonClass()}>
            Submit a property
          </Link>
        }
      />
    </Card>
  );
}

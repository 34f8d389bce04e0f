import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useOnboarding } from './onboarding-status.ts';
import { ResumeButton } from './resume-button.tsx';

const labels = {
  none: 'Answer the setup questions',
  'in progress': 'Continue setup',
  incomplete: 'Change your answers',
  completed: 'Change your answers',
};

/** The way to the setup questions at any later time; for Settings. */
export function SetupAnswers({ userId }: { userId: string }) {
  const { query, status } = useOnboarding(userId);
  if (query.isPending) return <Skeleton className="h-11 w-48" />;
  if (status === 'skipped') return <ResumeButton userId={userId} />;
  return (
    <Link to="/onboarding" className={buttonClass({ variant: 'secondary' })}>
      {labels[status]}
    </Link>
  );
}

import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { useOnboardingActions } from './use-onboarding-actions.ts';

/** Opens the questions that were skipped. */
export function ResumeButton({ userId, size }: { userId: string; size?: 'small' }) {
  const { resume, busy, failure } = useOnboardingActions(userId);
  return (
    <>
      <Button variant="secondary" {...(size && { size })} busy={busy} onClick={resume}>
        Complete your setup
      </Button>
      {failure && (
        <Alert tone="danger" className="mt-2">
          {failure}
        </Alert>
      )}
    </>
  );
}

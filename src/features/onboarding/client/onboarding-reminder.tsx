import { Link } from '@tanstack/react-router';
import { useUser } from '#platform/browser/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { answersOf, ONBOARDING_STEPS, progressOf } from '../onboarding.rules.ts';
import { ContinueToOpenedPage } from './continue-to-opened-page.tsx';
import { useOnboarding } from './onboarding-status.ts';
import { ResumeButton } from './resume-button.tsx';

/** Leads back to a page that onboarding stood in place of, and reminds of unfinished onboarding. */
export function OnboardingReminder() {
  const { user } = useUser();
  if (!user) return null;
  return (
    <>
      <ContinueToOpenedPage />
      <Reminder userId={user.id} />
    </>
  );
}

/** Renders nothing once all questions are answered. */
function Reminder({ userId }: { userId: string }) {
  const { local, record, query, status } = useOnboarding(userId);
  if (query.isPending || status === 'completed') return null;
  if (status === 'skipped') return <ResumeSkipped userId={userId} />;
  if (status === 'incomplete' && answersOf(record?.answers ?? {})) return null;
  const step = typeof local.step === 'number' ? local.step : (record?.step ?? 1);
  return (
    <section
      aria-labelledby="onboarding-reminder"
      className="mb-6 flex flex-wrap items-center gap-x-8 gap-y-4 rounded-box border border-brass/30 bg-brass-soft p-5"
    >
      <div className="min-w-0 grow basis-72">
        <h2 id="onboarding-reminder" className="text-xl">
          Finish setting up your account
        </h2>
        <p className="mt-1 text-[0.9375rem]">
          Answer a few questions, and the marketplace will show what suits you first.
        </p>
        <Progress
          label={`Step ${step} of ${ONBOARDING_STEPS}`}
          value={progressOf(step)}
          valueText={`${progressOf(step)}% complete`}
          className="mt-3 max-w-md"
        />
      </div>
      <Link to="/onboarding" className={buttonClass()}>
        Continue setup
      </Link>
    </section>
  );
}

/** After a skip there is no reminder, but the dashboard has the way back, as its message says. */
function ResumeSkipped({ userId }: { userId: string }) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-5">
      <p className="text-sm text-muted">You skipped the setup questions. They take about two minutes.</p>
      <ResumeButton userId={userId} size="small" />
    </div>
  );
}

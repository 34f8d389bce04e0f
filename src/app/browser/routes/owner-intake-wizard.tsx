import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { loadIntake } from '#features/intake/client/intake-queries.ts';
import { IntakeScreen } from '#features/intake/client/intake-screen.tsx';
import { readSubmissionId } from '#features/submissions/client/submission-queries.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

/** The rejected submission that is started again. */
function readSearch({ again }: { again?: unknown }): { again?: string } {
  const id = readSubmissionId(String(again));
  return id === null ? {} : { again: id };
}

export const Route = createFileRoute('/owner-intake-wizard')({
  staticData: { layout: 'form' },
  validateSearch: readSearch,
  loader: whenSignedIn(() => loadSoon(loadIntake())),
  head: () => titled('Owner intake wizard'),
  component: IntakePage,
});

function IntakePage() {
  const { again = null } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn>
      {(user) => (
        <IntakeScreen
          key={user.id}
          userId={user.id}
          again={again}
          onWizard={() => void navigate({ search: {}, replace: true })}
        />
      )}
    </SignedIn>
  );
}

import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { QuickSubmitScreen } from '#features/submissions/client/quick-submit-screen.tsx';
import {
  loadOwnSubmission,
  loadQuickSubmit,
  readSubmissionId,
} from '#features/submissions/client/submission-queries.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

/** The rejected submission that is started again. */
function readSearch({ again }: { again?: unknown }): { again?: string } {
  const id = readSubmissionId(String(again));
  return id === null ? {} : { again: id };
}

export const Route = createFileRoute('/owner-submit/')({
  staticData: { layout: 'card' },
  validateSearch: readSearch,
  loader: whenSignedIn(({ location }: { location: { search: object } }) => {
    const { again = null } = readSearch({ ...location.search });
    return loadSoon(Promise.all([loadQuickSubmit(), loadOwnSubmission(again)]));
  }),
  head: () => titled('Submit a Property'),
  component: QuickSubmitPage,
});

function QuickSubmitPage() {
  const { again = null } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn>
      <QuickSubmitScreen again={again} onAnother={() => void navigate({ search: {} })} />
    </SignedIn>
  );
}

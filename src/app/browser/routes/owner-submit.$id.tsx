import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { OwnSubmissionScreen } from '#features/submissions/client/own-submission-screen.tsx';
import { loadOwnSubmission, readSubmissionId } from '#features/submissions/client/submission-queries.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/owner-submit/$id')({
  staticData: { layout: 'aside' },
  loader: whenSignedIn(({ params }: { params: { id: string } }) =>
    loadSoon(loadOwnSubmission(readSubmissionId(params.id))),
  ),
  head: () => titled('Your submission'),
  component: OwnSubmissionPage,
});

function OwnSubmissionPage() {
  const { id } = Route.useParams();
  return (
    <SignedIn>
      <OwnSubmissionScreen id={readSubmissionId(id)} />
    </SignedIn>
  );
}

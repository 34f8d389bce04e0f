import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { ResubmitPropertyScreen } from '#features/properties/client/resubmit-property-screen.tsx';
import { loadSimpleForm } from '#features/properties/client/simple-form-queries.ts';
import { readPropertyId } from '#kernel/property-id.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/submit-property_/$id')({
  staticData: { layout: 'columns' },
  loader: whenSignedIn(({ params }: { params: { id: string } }) =>
    loadSoon(loadSimpleForm(readPropertyId(params.id) ?? null)),
  ),
  head: () => titled('Correct and submit again'),
  component: ResubmitPage,
});

function ResubmitPage() {
  const { id } = Route.useParams();
  return (
    <SignedIn>
      <ResubmitPropertyScreen id={readPropertyId(id) ?? null} />
    </SignedIn>
  );
}

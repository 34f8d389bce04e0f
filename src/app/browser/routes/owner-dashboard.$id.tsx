import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { OwnedPropertyScreen } from '#features/owners/client/owned-property-screen.tsx';
import { loadOwnedProperty } from '#features/owners/client/owner-queries.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/owner-dashboard/$id')({
  staticData: { layout: 'aside' },
  loader: whenSignedIn(({ params }: { params: { id: string } }) => loadSoon(loadOwnedProperty(params.id))),
  head: () => titled('Your property'),
  component: OwnedPropertyPage,
});

function OwnedPropertyPage() {
  const { id } = Route.useParams();
  return (
    <SignedIn>
      <OwnedPropertyScreen key={id} idText={id} />
    </SignedIn>
  );
}

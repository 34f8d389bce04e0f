import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { loadProperty } from '#features/marketplace/client/marketplace-queries.ts';
import { PropertyScreen } from '#features/marketplace/client/property-screen.tsx';
import { readPropertySearch } from '#features/marketplace/client/property-search.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/property/$id')({
  staticData: { layout: 'picture' },
  validateSearch: readPropertySearch,
  loader: whenSignedIn(({ params }: { params: { id: string } }) => loadSoon(loadProperty(params.id))),
  head: () => titled('Property'),
  component: () => (
    <SignedIn>
      <PropertyScreen />
    </SignedIn>
  ),
});

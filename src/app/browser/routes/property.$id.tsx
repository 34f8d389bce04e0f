import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { loadProperty } from '#features/marketplace/client/marketplace-queries.ts';
import { readId } from '#features/marketplace/client/marketplace-search.ts';
import { PropertyScreen } from '#features/marketplace/client/property-screen.tsx';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/property/$id')({
  validateSearch: ({ invest }: Record<string, unknown>): { invest?: number } => {
    const id = readId(invest);
    return id === undefined ? {} : { invest: id };
  },
  loader: whenSignedIn(({ params }: { params: { id: string } }) => loadSoon(loadProperty(params.id))),
  head: () => titled('Property'),
  component: () => (
    <SignedIn>
      <PropertyScreen />
    </SignedIn>
  ),
});

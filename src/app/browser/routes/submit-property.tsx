import { createFileRoute } from '@tanstack/react-router';
import { SignedIn } from '#features/identity/client/index.ts';
import { SubmitPropertyScreen } from '#features/properties/client/submit-property-screen.tsx';
import { titled } from '../page-title.ts';

export const Route = createFileRoute('/submit-property')({
  staticData: { layout: 'columns' },
  head: () => titled('Submit Your Property'),
  component: () => (
    <SignedIn>
      <SubmitPropertyScreen />
    </SignedIn>
  ),
});

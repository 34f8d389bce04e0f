import { createFileRoute } from '@tanstack/react-router';
import { loadAutoInvest } from '#features/auto-invest/client/auto-invest-queries.ts';
import { AutoInvestScreen } from '#features/auto-invest/client/auto-invest-screen.tsx';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/auto-invest')({
  staticData: { layout: 'aside' },
  loader: whenSignedIn(() => loadSoon(loadAutoInvest())),
  head: () => titled('Auto-Invest'),
  component: AutoInvestPage,
});

function AutoInvestPage() {
  return (
    <SignedIn>
      <AutoInvestScreen />
    </SignedIn>
  );
}

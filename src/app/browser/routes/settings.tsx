import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { loadSettings } from '#features/identity/client/settings-queries.ts';
import { SettingsScreen } from '#features/identity/client/settings-screen.tsx';
import { parseSettingsSearch } from '#features/identity/client/settings-search.ts';
import { SettingsSkeleton } from '#features/identity/client/settings-skeleton.tsx';
import { SetupAnswers } from '#features/onboarding/client/index.ts';
import { titled } from '../page-title.ts';

export const Route = createFileRoute('/settings')({
  validateSearch: parseSettingsSearch,
  loader: whenSignedIn(loadSettings),
  head: () => titled('Settings'),
  pendingComponent: SettingsSkeleton,
  component: SettingsPage,
});

function SettingsPage() {
  const { problem = null } = Route.useSearch();
  return (
    <SignedIn>
      {(user) => (
        <SettingsScreen user={user} problem={problem} setupAnswers={<SetupAnswers userId={user.id} />} />
      )}
    </SignedIn>
  );
}

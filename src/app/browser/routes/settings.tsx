import { createFileRoute, useLocation } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { loadSettings } from '#features/identity/client/settings-queries.ts';
import { SettingsScreen } from '#features/identity/client/settings-screen.tsx';
import { parseSettingsSearch, type SettingsView } from '#features/identity/client/settings-search.ts';
import { SettingsSkeleton } from '#features/identity/client/settings-skeleton.tsx';
import { viewOf } from '#features/identity/client/settings-view.ts';
import { partOnDemand } from '#ui/on-demand.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { titled } from '../page-title.ts';

const SetupAnswers = partOnDemand(
  async () => (await import('#features/onboarding/client/setup-answers.tsx')).SetupAnswers,
  () => <Skeleton className="h-11 w-48" />,
);

const RequestsAboutYou = partOnDemand(
  async () => (await import('#features/approvals/client/requests-about-you.tsx')).RequestsAboutYou,
  () => null,
);

const YourData = partOnDemand(
  async () => (await import('#features/own-data/client/your-data.tsx')).YourData,
  () => <Skeleton className="h-60" />,
);

export const Route = createFileRoute('/settings')({
  staticData: { layout: 'card' },
  validateSearch: parseSettingsSearch,
  loader: whenSignedIn(loadSettings),
  head: () => titled('Settings'),
  pendingComponent: SettingsSkeleton,
  component: SettingsPage,
});

function SettingsPage() {
  const search = Route.useSearch();
  const section = useLocation({ select: ({ hash }) => hash });
  const navigate = Route.useNavigate();
  const show = (view: SettingsView) =>
    void navigate({ search: view === 'profile' ? {} : { view }, replace: true, resetScroll: false });
  return (
    <SignedIn>
      {(user) => (
        <SettingsScreen
          user={user}
          view={viewOf(search, section)}
          onView={show}
          problem={search.problem ?? null}
          setupAnswers={<SetupAnswers userId={user.id} />}
          requests={<RequestsAboutYou />}
          yourData={<YourData />}
        />
      )}
    </SignedIn>
  );
}

import { createFileRoute } from '@tanstack/react-router';
import { SignedIn, whenSignedIn } from '#features/identity/client/index.ts';
import { loadApplication } from '#features/kyc/client/kyc-queries.ts';
import { KycScreen } from '#features/kyc/client/kyc-screen.tsx';
import { readKycSearch } from '#features/kyc/client/kyc-search.ts';
import { titled } from '../page-title.ts';
import { loadSoon } from './-load-soon.ts';

export const Route = createFileRoute('/onboarding_/kyc')({
  staticData: { layout: 'form' },
  validateSearch: readKycSearch,
  loader: whenSignedIn(() => loadSoon(loadApplication())),
  head: () => titled('Identity verification'),
  component: KycPage,
});

function KycPage() {
  const { step = null } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SignedIn>
      {(user) => (
        <KycScreen
          key={user.id}
          user={user}
          step={step}
          onStep={(next) =>
            void navigate({
              search: next === null ? {} : { step: next },
              replace: next === null,
              resetScroll: false,
            })
          }
        />
      )}
    </SignedIn>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { usePageLayout } from '#platform/browser/page-layout.ts';
import { partOnDemand } from '#ui/on-demand.tsx';
import { PageSkeleton } from '#ui/page-skeleton.tsx';
import { showToast } from '#ui/toast.ts';
import { signInMethodsOptions } from './settings-queries.ts';
import { SignedIn } from './signed-in.tsx';
import { REDIRECT_DELAY_MS } from './signed-out-notice.ts';

const AdminBarrier = partOnDemand(
  async () => (await import('./admin-barrier.tsx')).AdminBarrier,
  () => <PageSkeleton />,
);

const REFUSAL = 'Admin access required. Redirecting...';

/** Shows its children to an admin; another user sees a message and goes to the home page. The server checks access itself. */
export function AdminOnly({ children }: { children: ReactNode }) {
  return (
    <SignedIn>
      {({ role, frozen }) => {
        if (role !== 'admin') return <AdminRefused />;
        return frozen ? <AdminBarrier reason="frozen" /> : <SecondFactorGate>{children}</SecondFactorGate>;
      }}
    </SignedIn>
  );
}

/** Shows its children unless this server requires an authenticator app, which the admin does not have. */
function SecondFactorGate({ children }: { children: ReactNode }) {
  const { data: methods } = useQuery(signInMethodsOptions());
  const layout = usePageLayout();
  if (!methods) return <PageSkeleton layout={layout} />;
  return methods.secondFactorMissing ? <AdminBarrier reason="secondFactor" /> : children;
}

function AdminRefused() {
  const navigate = useNavigate();
  useEffect(() => {
    showToast({ title: 'Unauthorized', description: REFUSAL, variant: 'destructive' });
    const timer = setTimeout(() => void navigate({ to: '/', replace: true }), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return <p className="page-width grid min-h-[50dvh] place-items-center text-center text-muted">{REFUSAL}</p>;
}

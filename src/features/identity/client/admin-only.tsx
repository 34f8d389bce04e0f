import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { queryClient } from '#platform/browser/query-client.ts';
import { buttonClass } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { showToast } from '#ui/toast.ts';
import { signInMethodsOptions } from './settings-queries.ts';
import { SignedIn, whenSignedIn } from './signed-in.tsx';
import { REDIRECT_DELAY_MS } from './signed-out-notice.ts';

const REFUSAL = 'Admin access required. Redirecting...';

/** Shows its children to an admin; another user sees a message and goes to the home page. The server checks access itself. */
export function AdminOnly({ children }: { children: ReactNode }) {
  return (
    <SignedIn>
      {({ role, frozen }) => {
        if (role !== 'admin') return <AdminRefused />;
        return frozen ? <AccountFrozen /> : <SecondFactorGate>{children}</SecondFactorGate>;
      }}
    </SignedIn>
  );
}

/** Instructions for an admin without an authenticator app on a server that requires one. */
function SecondFactorGate({ children }: { children: ReactNode }) {
  const { data: methods } = useQuery(signInMethodsOptions());
  if (!methods) return <Spinner centered />;
  if (!methods.secondFactorMissing) return children;
  return (
    <Barrier title="Set up an authenticator app">
      <p className="text-muted">
        Admin pages move other people’s money and show their papers, so this server opens them only to admins
        who sign in with a second factor. Set up an authenticator app in Settings, then come back.
      </p>
      <Link to="/settings" hash="second-factor" className={buttonClass()}>
        Open Settings
      </Link>
    </Barrier>
  );
}

function AccountFrozen() {
  return (
    <Barrier title="Admin pages are closed">
      <p className="text-muted">They open again when another admin has unfrozen your account.</p>
    </Barrier>
  );
}

function Barrier({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="page-width grid max-w-xl justify-items-start gap-4 py-16">
      <ShieldAlert size={32} className="text-caution" aria-hidden="true" />
      <h1 tabIndex={-1} className="text-3xl sm:text-4xl">
        {title}
      </h1>
      {children}
    </section>
  );
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

/** As `whenSignedIn`, for admins only. */
export function whenAdmin<Args>(load: (args: Args) => unknown) {
  return whenSignedIn<Args>(async (args, { role, frozen }) => {
    if (role !== 'admin' || frozen) return;
    const { secondFactorMissing } = await queryClient.ensureQueryData(signInMethodsOptions());
    if (!secondFactorMissing) await load(args);
  });
}

import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { showToast } from '#ui/toast.ts';
import { SignedIn, whenSignedIn } from './signed-in.tsx';
import { REDIRECT_DELAY_MS } from './signed-out-notice.ts';

const REFUSAL = 'Admin access required. Redirecting...';

/** Shows its children to an admin; another user is told and goes home (TOAST-19, D-10). The server decides anyway. */
export function AdminOnly({ children }: { children: ReactNode }) {
  return <SignedIn>{(user) => (user.role === 'admin' ? children : <AdminRefused />)}</SignedIn>;
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
  return whenSignedIn<Args>((args, user) => (user.role === 'admin' ? load(args) : undefined));
}

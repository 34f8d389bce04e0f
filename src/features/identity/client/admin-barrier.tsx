import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '#ui/button.tsx';

/** Why admin pages are closed to an admin, and what opens them. */
export function AdminBarrier({ reason }: { reason: 'frozen' | 'secondFactor' }) {
  if (reason === 'frozen') {
    return (
      <Barrier title="Admin pages are closed">
        <p className="text-muted">They reopen once another admin unfreezes your account.</p>
      </Barrier>
    );
  }
  return (
    <Barrier title="Set up an authenticator app">
      <p className="text-muted">
        Admin pages move other people’s money and show their documents, so this server opens them only to
        admins who sign in with a second factor. Set up an authenticator app in Settings, then come back.
      </p>
      <Link to="/settings" hash="second-factor" className={buttonClass()}>
        Open settings
      </Link>
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

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Link2Off } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '#platform/browser/errors.ts';
import { secretInput, trpc } from '#platform/browser/trpc.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { MailLink } from '../mail-links.contract.ts';
import { MailPage } from './mail-page.tsx';

const TOKEN = /^[\w-]{43}$/;

export type ReadyLink = MailLink & { email: string };

interface OpenedMailLinkProps {
  /** The part of the address behind #. */
  token: string;
  purposes: readonly NonNullable<MailLink['purpose']>[];
  children: (link: ReadyLink) => ReactNode;
}

/** The page of a link in a mail: its children while it can be used, else why it cannot and what to do instead. */
export function OpenedMailLink({ token, purposes, children }: OpenedMailLinkProps) {
  const whole = TOKEN.test(token);
  const asked = trpc.identity.mailLink.queryOptions({ token }, { trpc: secretInput });
  const { data: link, error, refetch, isFetching } = useQuery({ ...asked, enabled: whole });
  if (!whole) return <EndedLink state="unknown" purpose={purposes[0] ?? null} />;
  if (error && !link) {
    return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!link) return <LinkSkeleton />;
  const { state, purpose, email } = link;
  const known = purpose !== null && purposes.includes(purpose) && email !== null;
  if (!known) return <EndedLink state="unknown" purpose={purposes[0] ?? null} />;
  return state === 'ready' ? children({ ...link, email }) : <EndedLink state={state} purpose={purpose} />;
}

function LinkSkeleton() {
  return (
    <SkeletonRegion label="Loading" className="page-width grid min-h-[70dvh] place-items-center py-10">
      <Card as="div" className="w-full max-w-lg">
        <Skeleton className="mb-5 size-14 rounded-full" />
        <Skeleton className="h-9 w-4/5" />
        <Skeleton className="mt-3 h-12" />
        <Skeleton className="mt-6 h-11 w-40" />
      </Card>
    </SkeletonRegion>
  );
}

const reasons = {
  expired: {
    title: 'This link has expired',
    text: 'Links in our emails work only for a short time. Ask for a new one.',
  },
  ended: {
    title: 'This link was already used',
    text: 'Each link works once. If you did not use it, ask for a new one.',
  },
  unknown: {
    title: 'This link does not work',
    text: 'Part of the address may be missing. Open the link in the email again, or copy all of it.',
  },
};

function EndedLink({ state, purpose }: { state: keyof typeof reasons; purpose: MailLink['purpose'] }) {
  const { title, text } = reasons[state];
  return (
    <MailPage icon={Link2Off} title={title} text={<p>{text}</p>}>
      {purpose === 'reset_password' ? (
        <Link to="/forgot-password" className={buttonClass()}>
          Ask for a new link
        </Link>
      ) : (
        <Link to="/settings" hash="email" className={buttonClass()}>
          Go to your settings
        </Link>
      )}
    </MailPage>
  );
}

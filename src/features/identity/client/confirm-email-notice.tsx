import { useUser } from '#platform/browser/session.ts';
import { partOnDemand } from '#ui/on-demand.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const UnconfirmedEmailAlert = partOnDemand(
  async () => (await import('./unconfirmed-email-alert.tsx')).UnconfirmedEmailAlert,
  () => <Skeleton className="h-24" />,
);

/**
 * A notice beside an action that needs a confirmed email, before the click. Renders nothing once the email is
 * confirmed.
 */
export function ConfirmEmailNotice({ purpose }: { purpose: string }) {
  const { user } = useUser();
  return user && !user.emailConfirmed ? <UnconfirmedEmailAlert email={user.email} purpose={purpose} /> : null;
}

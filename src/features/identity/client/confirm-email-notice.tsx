import { useUser } from '#platform/browser/session.ts';
import { partOnDemand } from '#ui/on-demand.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const UnconfirmedEmailAlert = partOnDemand(
  async () => (await import('./unconfirmed-email-alert.tsx')).UnconfirmedEmailAlert,
  () => <Skeleton className="h-24" />,
);

/** Beside what needs a confirmed email: says so before the click. Nothing once it is confirmed. */
export function ConfirmEmailNotice({ purpose }: { purpose: string }) {
  const { user } = useUser();
  return user && !user.emailConfirmed ? <UnconfirmedEmailAlert email={user.email} purpose={purpose} /> : null;
}

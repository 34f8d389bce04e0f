import { useUser } from '#platform/browser/session.ts';
import { partOnDemand } from '#ui/on-demand.tsx';

const FreezeNotice = partOnDemand(
  async () => (await import('./freeze-notice.tsx')).FreezeNotice,
  () => null,
);

/** Banner above the pages of a person whose account is frozen. */
export function FrozenBanner() {
  const { user } = useUser();
  return user?.frozen ? <FreezeNotice {...user.frozen} /> : null;
}

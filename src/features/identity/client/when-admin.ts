import { queryClient } from '#platform/browser/query-client.ts';
import { signInMethodsOptions } from './settings-queries.ts';
import { whenSignedIn } from './signed-in.tsx';

/** As `whenSignedIn`, for admins only. */
export function whenAdmin<Args>(load: (args: Args) => unknown) {
  return whenSignedIn<Args>(async (args, { role, frozen }) => {
    if (role !== 'admin' || frozen) return;
    const { secondFactorMissing } = await queryClient.ensureQueryData(signInMethodsOptions());
    if (!secondFactorMissing) await load(args);
  });
}

import { useEffect } from 'react';
import { reauthenticateWith } from '#platform/browser/trpc.ts';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import { requestReauthentication, usePendingReauthentication } from './reauthentication.ts';

const ReauthenticationDialog = dialogOnDemand(
  async () => (await import('./reauthentication-dialog.tsx')).ReauthenticationDialog,
);

/** The one dialog, in the shell, that asks for a proof of identity when the server requires one. */
export function ReauthenticationLayer() {
  const pending = usePendingReauthentication();
  useEffect(() => reauthenticateWith(requestReauthentication), []);
  if (!pending) return null;
  return (
    <ReauthenticationDialog onConfirmed={() => pending.answer(true)} onClose={() => pending.answer(false)} />
  );
}

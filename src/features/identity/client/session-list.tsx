import { useSuspenseQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '#kernel/time.ts';
import { timeAgo } from '#platform/browser/moment.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { showToast } from '#ui/toast.ts';
import type { Session } from '../identity.contract.ts';
import { sessionsOptions } from './settings-queries.ts';

export function SessionList() {
  const { data: sessions } = useSuspenseQuery(sessionsOptions());
  const [ending, setEnding] = useState<Session | null>(null);
  return (
    <>
      <ul className="-my-4 divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
            <MonitorSmartphone
              size={22}
              strokeWidth={1.6}
              className="shrink-0 text-brass"
              aria-hidden="true"
            />
            <div className="min-w-0 flex-1 basis-32">
              <p className="font-medium">{session.device}</p>
              <p className="text-sm text-muted">
                Signed in {formatDate(session.createdAt)}, last seen {timeAgo(session.lastSeenAt)}
              </p>
            </div>
            {session.current ? (
              <Badge tone="success">This device</Badge>
            ) : (
              <Button
                variant="secondary"
                size="small"
                aria-label={`Sign out ${session.device}, last seen ${timeAgo(session.lastSeenAt)}`}
                onClick={() => setEnding(session)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending && <EndSession session={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function EndSession({ session, onClose }: { session: Session; onClose: () => void }) {
  const revoke = useCommand(trpc.identity.revokeSession.mutationOptions(), {
    onDone() {
      onClose();
      showToast({ title: 'Session ended', description: `${session.device} has been signed out.` });
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void revoke.run({ id: session.id })}
      title="Sign out this device?"
      description={`${session.device}, last seen ${timeAgo(session.lastSeenAt)}, has to sign in again.`}
      confirmLabel="Sign out device"
      tone="danger"
      busy={revoke.busy}
      busyText="Signing out"
      error={revoke.errorText}
    />
  );
}

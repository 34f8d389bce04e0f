import { useState } from 'react';
import { formatDate } from '#kernel/time.ts';
import { timeAgo } from '#platform/browser/moment.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { showToast } from '#ui/toast.ts';

interface OpenSession {
  id: string;
  device: string;
  signedInAt: string;
  lastSeenAt: string;
}

interface SessionOwner {
  id: string;
  name: string;
  sessions: readonly OpenSession[];
  signIn: { accessTokens: number };
}

/** Sessions of a person, and the way to end them. */
export function UserSessions({ user, isOwn }: { user: SessionOwner; isOwn: boolean }) {
  const [ending, setEnding] = useState<OpenSession | 'all' | null>(null);
  const { sessions, signIn } = user;
  const isSignedIn = sessions.length > 0 || signIn.accessTokens > 0;
  return (
    <Card
      title="Open sessions"
      className="lg:col-span-2"
      actions={
        isSignedIn &&
        !isOwn && (
          <Button variant="secondary" size="small" className="min-h-10" onClick={() => setEnding('all')}>
            End all access
          </Button>
        )
      }
    >
      {sessions.length === 0 && <p className="text-muted">Not signed in anywhere.</p>}
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-medium wrap-anywhere">{session.device}</p>
              <p className="text-sm text-muted">
                Signed in {formatDate(session.signedInAt)}, last seen {timeAgo(session.lastSeenAt)}
              </p>
            </div>
            {!isOwn && (
              <Button
                variant="secondary"
                size="small"
                className="min-h-10"
                aria-label={`End the session on ${session.device}, last seen ${timeAgo(session.lastSeenAt)}`}
                onClick={() => setEnding(session)}
              >
                End session
              </Button>
            )}
          </li>
        ))}
      </ul>
      {ending && <EndSessions user={user} which={ending} onClose={() => setEnding(null)} />}
    </Card>
  );
}

interface EndSessionsProps {
  user: SessionOwner;
  which: OpenSession | 'all';
  onClose: () => void;
}

function EndSessions({ user, which, onClose }: EndSessionsProps) {
  const isAll = which === 'all';
  const end = useCommand(trpc.identity.endSessionsOf.mutationOptions(), {
    onDone() {
      onClose();
      showToast({
        title: isAll ? 'Access ended' : 'Session ended',
        description: `${user.name} was notified and has to sign in again.`,
      });
    },
  });
  return (
    <ReasonDialog
      onClose={onClose}
      onConfirm={(reason) =>
        void end.run({ userId: user.id, reason, ...(which !== 'all' && { sessionId: which.id }) })
      }
      title={isAll ? `End all access of ${user.name}?` : `End this session of ${user.name}?`}
      description={
        isAll
          ? 'Every session and every access token ends. They can sign in again right away.'
          : `${which.device} is signed out. They can sign in again right away.`
      }
      confirmLabel={isAll ? 'End all access' : 'End session'}
      tone="danger"
      busy={end.busy}
      busyText="Ending"
      error={end.errorText}
      hint="It is recorded in the audit log."
    />
  );
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '#kernel/time.ts';
import { timeAgo } from '#platform/browser/moment.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import { showToast } from '#ui/toast.ts';
import type { AccessToken } from '../identity.contract.ts';
import { tokensOptions } from './settings-queries.ts';

const CreateTokenDialog = dialogOnDemand(
  async () => (await import('./create-token-dialog.tsx')).CreateTokenDialog,
);

export function TokenList() {
  const { data: tokens } = useSuspenseQuery(tokensOptions());
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<AccessToken | null>(null);
  const create = (
    <Button variant={tokens.length === 0 ? 'primary' : 'secondary'} onClick={() => setCreating(true)}>
      Create token
    </Button>
  );
  return (
    <>
      {tokens.length === 0 ? (
        <EmptyState
          icon={KeyRound}
          title="No access tokens"
          text="Create one to read your portfolio or invest from a script."
          action={create}
          level={3}
          compact
        />
      ) : (
        <>
          <ul className="-mt-4 mb-2 divide-y divide-line">
            {tokens.map((token) => (
              <TokenLine key={token.id} token={token} onRevoke={() => setRevoking(token)} />
            ))}
          </ul>
          {create}
        </>
      )}
      {creating && <CreateTokenDialog onClose={() => setCreating(false)} />}
      {revoking && <RevokeToken token={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

const scopeNames = { read: 'Read only', write: 'Read and write', admin: 'Admin' } as const;

function TokenLine({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const { name, scope, prefix, createdAt, lastUsedAt, expiresAt } = token;
  const expired = expiresAt !== null && Date.parse(expiresAt) < Date.now();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name}
          <Badge tone={scope === 'read' ? 'neutral' : 'warning'}>{scopeNames[scope]}</Badge>
          {expired && <Badge tone="danger">Expired</Badge>}
        </p>
        <p className="mt-0.5 text-sm text-muted">
          <code className="font-mono">{prefix}…</code> · created {formatDate(createdAt)} ·{' '}
          {lastUsedAt ? `last used ${timeAgo(lastUsedAt)}` : 'never used'} ·{' '}
          {expiresAt ? `${expired ? 'expired' : 'expires'} ${formatDate(expiresAt)}` : 'does not expire'}
        </p>
      </div>
      <Button variant="secondary" size="small" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}

function RevokeToken({ token, onClose }: { token: AccessToken; onClose: () => void }) {
  const revoke = useCommand(trpc.identity.revokeToken.mutationOptions(), {
    onDone() {
      onClose();
      showToast({ title: 'Token revoked', description: `"${token.name}" can no longer be used.` });
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void revoke.run({ id: token.id })}
      title={`Revoke "${token.name}"?`}
      description="Scripts that use this token stop working right away. This cannot be undone."
      confirmLabel="Revoke token"
      tone="danger"
      busy={revoke.busy}
      busyText="Revoking"
      error={revoke.errorText}
    />
  );
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { PasswordForm } from './password-form.tsx';
import { signInMethodsOptions } from './settings-queries.ts';

/** The password form; for people who sign in without a password, a link to choose one. */
export function PasswordSection({ email }: { email: string }) {
  const { data: methods } = useSuspenseQuery(signInMethodsOptions());
  return methods.hasPassword ? <PasswordForm email={email} /> : <NoPassword email={email} />;
}

function NoPassword({ email }: { email: string }) {
  const [isSent, setSent] = useState(false);
  const ask = useCommand(trpc.identity.requestPasswordReset.mutationOptions(), {
    onDone: () => setSent(true),
  });
  return (
    <div className="grid gap-4">
      <p>You sign in without a password. If you want one too, we email you a link to choose it.</p>
      {ask.errorText && <Alert tone="danger">{ask.errorText}</Alert>}
      {isSent ? (
        <Alert tone="success">
          We sent a link to {email}. It should arrive within a few minutes and works once, within one hour.
        </Alert>
      ) : (
        <Button className="justify-self-start" busy={ask.busy} onClick={() => void ask.run({ email })}>
          Send me the link
        </Button>
      )}
    </div>
  );
}

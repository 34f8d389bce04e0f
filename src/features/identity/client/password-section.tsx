import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
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
  const ask = useMutation(trpc.identity.requestPasswordReset.mutationOptions());
  return (
    <div className="grid gap-4">
      <p>You sign in without a password. If you want one too, we email you a link to choose it.</p>
      {ask.error && <Alert tone="danger">{messageOf(ask.error)}</Alert>}
      {ask.isSuccess ? (
        <Alert tone="success">The link is on its way to {email}.</Alert>
      ) : (
        <Button className="justify-self-start" busy={ask.isPending} onClick={() => ask.mutate({ email })}>
          Send me the link
        </Button>
      )}
    </div>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useContractForm } from '#platform/browser/forms.ts';
import { meQueryOptions } from '#platform/browser/session.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { PASSWORD_MIN, resetPasswordInput } from '../identity.contract.ts';
import { OpenedMailLink, type ReadyLink } from './mail-link.tsx';
import { MailPage } from './mail-page.tsx';
import { PasswordField } from './password-field.tsx';

interface ResetInput {
  token: string;
  newPassword: string;
}

/** Where the link leads with which a new password is chosen. */
export function ResetPasswordScreen({ token }: { token: string }) {
  const [done, setDone] = useState(false);
  if (done) return <Changed />;
  return (
    <OpenedMailLink token={token} purposes={['reset_password']}>
      {(link) => <NewPassword token={token} link={link} onDone={() => setDone(true)} />}
    </OpenedMailLink>
  );
}

function NewPassword({ token, link, onDone }: { token: string; link: ReadyLink; onDone: () => void }) {
  const queryClient = useQueryClient();
  const reset = useMutation(trpc.identity.resetPassword.mutationOptions());
  const form = useContractForm<ResetInput, ResetInput>({
    schema: resetPasswordInput,
    defaultValues: { token, newPassword: '' },
    draftKey: 'reset-password',
    secret: ['token', 'newPassword'],
  });
  const { errors } = form.formState;
  const save = useSingleFlight(async ({ newPassword }: ResetInput) => {
    try {
      await reset.mutateAsync({ token, newPassword });
      onDone();
      void queryClient.invalidateQueries({ queryKey: meQueryOptions().queryKey });
    } catch (error) {
      form.showError(error, { WEAK_PASSWORD: 'newPassword' });
    }
  });
  return (
    <MailPage
      icon={KeyRound}
      title="Choose a new password"
      text={
        <p>
          For the account of <span className="font-semibold text-ink">{link.name}</span>,{' '}
          <span className="font-semibold wrap-anywhere text-ink">{link.email}</span>. You are signed out
          everywhere, and the access tokens of your scripts are revoked.
        </p>
      }
    >
      <form noValidate className="grid gap-5" onSubmit={form.handleSubmit(save)}>
        <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN} characters that nobody would guess.`}
          error={errors.newPassword?.message}
          {...form.register('newPassword')}
        />
        {errors.root?.server && <Alert tone="danger">{errors.root.server.message}</Alert>}
        <Button type="submit" size="large" wide busy={reset.isPending} busyText="Saving">
          Save the new password
        </Button>
      </form>
    </MailPage>
  );
}

function Changed() {
  return (
    <MailPage
      icon={ShieldCheck}
      title="Your password is changed"
      text={
        <p role="status">
          You are signed out on every device, and the access tokens of your scripts are revoked. Create new
          ones in Settings if you need them.
        </p>
      }
    >
      <Link to="/login" className={buttonClass({ size: 'large', wide: true })}>
        Sign in
      </Link>
    </MailPage>
  );
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useContractForm } from '#platform/browser/forms.ts';
import type { CurrentUser } from '#platform/browser/session.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useFormCommand } from '#platform/browser/use-form-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { requestEmailChangeInput } from '../identity.contract.ts';
import { useSendConfirmation } from './confirm-email-banner.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import { signInMethodsOptions, signInOptionsOptions } from './settings-queries.ts';

export function EmailSection({ user }: { user: CurrentUser }) {
  const { data: methods } = useSuspenseQuery(signInMethodsOptions());
  const { data: options } = useQuery(signInOptionsOptions());
  const send = useSendConfirmation(user.email);
  const mailbox = (
    <MailboxLink
      mailbox={options?.mailbox ?? null}
      className={buttonClass({ variant: 'quiet', size: 'small' })}
    />
  );
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 font-medium wrap-anywhere">{user.email}</p>
        <Badge tone={user.emailConfirmed ? 'success' : 'warning'}>
          {user.emailConfirmed ? 'Confirmed' : 'Not confirmed'}
        </Badge>
      </div>
      {!user.emailConfirmed && (
        <div>
          <p className="text-sm text-muted">
            Open the link in the email we sent you, in this browser. Until then you cannot withdraw money.
            Confirming removes any access tokens, passkeys and authenticator app added before then, so add
            them afterward.
          </p>
          <div className="mt-3 flex flex-wrap gap-2.5">
            <Button
              variant="secondary"
              size="small"
              className="min-h-10"
              busy={send.busy}
              onClick={() => void send.run()}
            >
              Send the link again
            </Button>
            {mailbox}
          </div>
        </div>
      )}
      {methods.pendingEmail && (
        <Alert tone="accent" title="One step left" action={mailbox}>
          Open the link that we sent to{' '}
          <span className="font-semibold wrap-anywhere">{methods.pendingEmail}</span>. Your email changes
          then.
        </Alert>
      )}
      <ChangeEmailForm />
    </div>
  );
}

interface EmailInput {
  email: string;
}

function ChangeEmailForm() {
  const [isSent, setSent] = useState(false);
  const form = useContractForm<EmailInput, EmailInput>({
    schema: requestEmailChangeInput,
    defaultValues: { email: '' },
    draftKey: 'settings.email',
  });
  const { errors } = form.formState;
  const request = useFormCommand(form, trpc.identity.requestEmailChange.mutationOptions(), {
    fieldOfCode: { SAME_EMAIL: 'email' },
    onDone() {
      form.reset({ email: '' });
      setSent(true);
    },
  });
  function save(input: EmailInput) {
    setSent(false);
    return request.run(input);
  }
  return (
    <form noValidate className="grid gap-4 border-t border-line pt-5" onSubmit={form.handleSubmit(save)}>
      <TextField
        label="New email"
        hint="We send a link there. Your email changes when you open it."
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...form.register('email')}
      />
      {errors.root?.server && <Alert tone="danger">{errors.root.server.message}</Alert>}
      {isSent && (
        <p role="status" className="text-sm text-positive">
          The link is on its way.
        </p>
      )}
      <Button type="submit" className="justify-self-start" busy={request.busy} busyText="Sending">
        Change email
      </Button>
    </form>
  );
}

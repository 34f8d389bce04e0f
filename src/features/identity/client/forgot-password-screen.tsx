import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound, MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useDraft } from '#platform/browser/draft.ts';
import { useContractForm } from '#platform/browser/forms.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useFormCommand } from '#platform/browser/use-form-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { keepFocusNearby } from '#ui/return-focus.ts';
import { TextField } from '#ui/text-field.tsx';
import { requestPasswordResetInput } from '../identity.contract.ts';
import { PASSWORD_RESET_FORM_PATH, type PasswordResetOutcome } from '../identity.rules.ts';
import type { ForgotPasswordSearch } from './forgot-password-search.ts';
import { MailPage } from './mail-page.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import { signInOptionsOptions } from './settings-queries.ts';

interface EmailInput {
  email: string;
}

/** Why the form without scripts was refused. */
const problemTexts: Record<Exclude<PasswordResetOutcome, 'sent'>, string> = {
  'invalid-email': 'Please enter a valid email address.',
  'too-many': 'Too many requests. Wait a moment and try again.',
  failed: 'Your request did not arrive. Try again.',
};
const problems = new Map<string | undefined, string>(Object.entries(problemTexts));

export function ForgotPasswordScreen({ outcome }: ForgotPasswordSearch) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  function show(email: string | null) {
    keepFocusNearby();
    setSentTo(email);
  }
  return sentTo === null && outcome !== 'sent' ? (
    <EmailForm problem={problems.get(outcome)} onSent={show} />
  ) : (
    <CheckYourMail email={sentTo} onAgain={() => show(null)} />
  );
}

interface EmailFormProps {
  problem: string | undefined;
  onSent: (email: string) => void;
}

function EmailForm({ problem, onSent }: EmailFormProps) {
  // Prefill the email typed on the sign-in form.
  const { initial } = useDraft<EmailInput>('login');
  const form = useContractForm<EmailInput, EmailInput>({
    schema: requestPasswordResetInput,
    defaultValues: { email: initial?.email ?? '' },
    draftKey: 'forgot-password',
  });
  const { errors } = form.formState;
  const refusal = errors.root?.server?.message ?? problem;
  const ask = useFormCommand(form, trpc.identity.requestPasswordReset.mutationOptions(), {
    onDone: (_, { email }) => onSent(email),
  });
  return (
    <MailPage
      icon={KeyRound}
      title="Reset your password"
      text={<p>Enter your account email. We will send you a link to choose a new password.</p>}
    >
      <form
        method="post"
        action={PASSWORD_RESET_FORM_PATH}
        noValidate
        className="grid gap-5"
        onSubmit={form.handleSubmit(ask.run)}
      >
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          {...form.register('email')}
        />
        {refusal && <Alert tone="danger">{refusal}</Alert>}
        <Button type="submit" size="large" wide busy={ask.busy} busyText="Sending">
          Send me the link
        </Button>
        <Link to="/login" className={buttonClass({ variant: 'quiet' })}>
          Back to sign-in
        </Link>
      </form>
    </MailPage>
  );
}

interface CheckYourMailProps {
  /** Null after the form without scripts, as it is in no address. */
  email: string | null;
  onAgain: () => void;
}

function CheckYourMail({ email, onAgain }: CheckYourMailProps) {
  const { data: options } = useQuery(signInOptionsOptions());
  return (
    <MailPage
      icon={MailCheck}
      title="Check your email"
      text={
        <p role="status">
          If there is an account with{' '}
          {email === null ? (
            'that email'
          ) : (
            <span className="font-semibold wrap-anywhere text-ink">{email}</span>
          )}
          , we sent it a link. It should arrive within a few minutes and works once, within one hour. If you
          don’t see it, check your spam folder.
        </p>
      }
    >
      <div className="flex flex-wrap gap-2.5">
        <MailboxLink mailbox={options?.mailbox ?? null} className={buttonClass()} />
        <Link to="/login" className={buttonClass({ variant: options?.mailbox ? 'secondary' : 'primary' })}>
          Back to sign-in
        </Link>
        <Link to="/forgot-password" className={buttonClass({ variant: 'quiet' })} onClick={onAgain}>
          Use another email
        </Link>
      </div>
    </MailPage>
  );
}

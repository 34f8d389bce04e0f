import type { z } from 'zod';
import { plural } from '#kernel/plural.ts';
import { useContractForm } from '#platform/browser/forms.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useFormCommand } from '#platform/browser/use-form-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast.ts';
import { changePasswordInput, PASSWORD_MIN_CHARACTERS } from '../identity.contract.ts';
import { PasswordField } from './password-field.tsx';

type PasswordInput = z.infer<typeof changePasswordInput>;

const empty: PasswordInput = { currentPassword: '', newPassword: '' };

/** Sessions and tokens that ended with the old password, in words, for the message after the change. */
function endedText(sessions: number, tokens: number): string {
  const ended = [
    sessions > 0 && `${sessions} other ${plural(sessions, 'session was', 'sessions were')} ended`,
    tokens > 0 && `${tokens} access ${plural(tokens, 'token was', 'tokens were')} revoked`,
  ].filter((part) => part !== false);
  return ended.length === 0
    ? 'You stay signed in here.'
    : `You stay signed in here; ${ended.join(', and ')}.`;
}

export function PasswordForm({ email }: { email: string }) {
  const form = useContractForm<PasswordInput, PasswordInput>({
    schema: changePasswordInput,
    defaultValues: empty,
    draftKey: 'settings.password',
    secret: ['currentPassword', 'newPassword'],
  });
  const { errors } = form.formState;
  const change = useFormCommand(form, trpc.identity.changePassword.mutationOptions(), {
    fieldOfCode: { WRONG_PASSWORD: 'currentPassword', WEAK_PASSWORD: 'newPassword' },
    onDone({ endedSessions, revokedTokens }) {
      form.reset(empty);
      showToast({ title: 'Password changed', description: endedText(endedSessions, revokedTokens) });
    },
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit(change.run)}>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <div className="grid gap-5 sm:grid-cols-2">
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_MIN_CHARACTERS} characters, hard to guess.`}
          error={errors.newPassword?.message}
          {...form.register('newPassword')}
        />
      </div>
      {errors.root?.server && <Alert tone="danger">{errors.root.server.message}</Alert>}
      <Button type="submit" className="justify-self-start" busy={change.busy} busyText="Changing">
        Change password
      </Button>
    </form>
  );
}

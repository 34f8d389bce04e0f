import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useContractForm } from '#platform/browser/forms.ts';
import { meQueryOptions } from '#platform/browser/session.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useFormCommand } from '#platform/browser/use-form-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { PASSWORD_MIN_CHARACTERS } from '../identity.contract.ts';
import { type Invitation, resetPasswordInput } from '../mail-links.contract.ts';
import { ConsentText } from './consent-text.tsx';
import { NameFields } from './name-fields.tsx';
import { PasswordField } from './password-field.tsx';

interface NewPasswordInput {
  token: string;
  newPassword: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
}

const invitationLabel = ({ code, inviterName }: Invitation) =>
  inviterName === null ? `I was invited (code ${code})` : `I was invited by ${inviterName} (code ${code})`;

const withName = resetPasswordInput.required({ firstName: true, lastName: true });

interface NewPasswordFormProps {
  token: string;
  email: string;
  /** Whether it opens the account, whose owner then gives a name and agrees to the legal documents. */
  opensAccount: boolean;
  /** By which the account was opened before, perhaps by someone else. */
  invitation: Invitation | null;
  onDone: () => void;
}

/** Chooses the password of an account by the token of a link, and opens the account where it has no owner yet. */
export function NewPasswordForm({ token, email, opensAccount, invitation, onDone }: NewPasswordFormProps) {
  const [isInvited, setInvited] = useState(false);
  const queryClient = useQueryClient();
  const form = useContractForm<NewPasswordInput, NewPasswordInput>({
    schema: opensAccount ? withName : resetPasswordInput,
    defaultValues: { token, newPassword: '', ...(opensAccount ? { firstName: '', lastName: '' } : {}) },
    draftKey: 'reset-password',
    secret: ['token', 'newPassword'],
  });
  const { errors } = form.formState;
  const reset = useFormCommand(form, trpc.identity.resetPassword.mutationOptions(), {
    fieldOfCode: { WEAK_PASSWORD: 'newPassword' },
    onDone() {
      onDone();
      void queryClient.invalidateQueries({ queryKey: meQueryOptions().queryKey });
    },
  });
  const save = (input: NewPasswordInput) =>
    reset.run({ ...input, token, invitationCode: isInvited ? invitation?.code : undefined });
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit(save)}>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {opensAccount && (
        <NameFields field={(name) => ({ ...form.register(name), error: errors[name]?.message })} />
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_CHARACTERS} characters, hard to guess.`}
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
      {invitation && (
        <CheckboxField
          label={invitationLabel(invitation)}
          checked={isInvited}
          onChange={({ target }) => setInvited(target.checked)}
        />
      )}
      {opensAccount && <ConsentText by="choosing a password" />}
      {errors.root?.server && <Alert tone="danger">{errors.root.server.message}</Alert>}
      <Button type="submit" size="large" wide busy={reset.busy} busyText="Saving">
        Save the new password
      </Button>
    </form>
  );
}

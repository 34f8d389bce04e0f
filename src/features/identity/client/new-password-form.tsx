import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useContractForm } from '#platform/browser/forms.ts';
import { meQueryOptions } from '#platform/browser/session.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { PASSWORD_MIN_CHARACTERS, resetPasswordInput } from '../identity.contract.ts';
import { NameFields } from './name-fields.tsx';
import { PasswordField } from './password-field.tsx';

interface NewPasswordInput {
  token: string;
  newPassword: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
}

const withName = resetPasswordInput.required({ firstName: true, lastName: true });

interface NewPasswordFormProps {
  token: string;
  email: string;
  /** Whether the account has no name that counts. */
  asksForName: boolean;
  onDone: () => void;
}

/** Chooses the password of an account by the token of a link, and its owner's name where it has none. */
export function NewPasswordForm({ token, email, asksForName, onDone }: NewPasswordFormProps) {
  const queryClient = useQueryClient();
  const reset = useMutation(trpc.identity.resetPassword.mutationOptions());
  const form = useContractForm<NewPasswordInput, NewPasswordInput>({
    schema: asksForName ? withName : resetPasswordInput,
    defaultValues: { token, newPassword: '', ...(asksForName ? { firstName: '', lastName: '' } : {}) },
    draftKey: 'reset-password',
    secret: ['token', 'newPassword'],
  });
  const { errors } = form.formState;
  const save = useSingleFlight(async (input: NewPasswordInput) => {
    try {
      await reset.mutateAsync({ ...input, token });
      form.clearDraft();
      onDone();
      void queryClient.invalidateQueries({ queryKey: meQueryOptions().queryKey });
    } catch (error) {
      form.showError(error, { WEAK_PASSWORD: 'newPassword' });
    }
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit(save)}>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {asksForName && (
        <NameFields field={(name) => ({ ...form.register(name), error: errors[name]?.message })} />
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_CHARACTERS} characters, hard to guess.`}
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
      {errors.root?.server && <Alert tone="danger">{errors.root.server.message}</Alert>}
      <Button type="submit" size="large" wide busy={reset.isPending} busyText="Saving">
        Save the new password
      </Button>
    </form>
  );
}

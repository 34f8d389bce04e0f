import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { useContractForm } from '#platform/browser/forms.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast.ts';
import { changePasswordInput, PASSWORD_MIN } from '../identity.contract.ts';
import { PasswordField } from './password-field.tsx';
import { handleUnauthorized } from './signed-out-notice.ts';

type PasswordInput = z.infer<typeof changePasswordInput>;

const empty: PasswordInput = { currentPassword: '', newPassword: '' };

/** Ended sessions in words, for the message after the change. */
function endedText(sessions: number): string {
  if (sessions === 0) return 'You stay signed in here.';
  return `You stay signed in here; ${sessions} other ${sessions === 1 ? 'session was' : 'sessions were'} ended.`;
}

export function PasswordForm({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const change = useMutation(trpc.identity.changePassword.mutationOptions());
  const form = useContractForm<PasswordInput, PasswordInput>({
    schema: changePasswordInput,
    defaultValues: empty,
    draftKey: 'settings.password',
    secret: ['currentPassword', 'newPassword'],
  });
  const { errors } = form.formState;
  const save = useSingleFlight(async (input: PasswordInput) => {
    try {
      const { endedSessions } = await change.mutateAsync(input);
      form.reset(empty);
      form.clearDraft();
      void queryClient.invalidateQueries(trpc.identity.sessions.queryFilter());
      showToast({ title: 'Password Changed', description: endedText(endedSessions) });
    } catch (error) {
      if (handleUnauthorized(error)) return;
      form.showError(error, { WRONG_PASSWORD: 'currentPassword', WEAK_PASSWORD: 'newPassword' });
    }
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit(save)}>
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
          hint={`At least ${PASSWORD_MIN} characters that nobody would guess.`}
          error={errors.newPassword?.message}
          {...form.register('newPassword')}
        />
      </div>
      {errors.root?.server && <Alert tone="danger">{errors.root.server.message}</Alert>}
      <Button type="submit" className="justify-self-start" busy={change.isPending} busyText="Changing">
        Change password
      </Button>
    </form>
  );
}

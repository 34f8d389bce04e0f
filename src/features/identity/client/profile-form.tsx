import { useQueryClient } from '@tanstack/react-query';
import { formatDate } from '#kernel/time.ts';
import { useContractForm } from '#platform/browser/forms.ts';
import { type CurrentUser, meQueryOptions } from '#platform/browser/session.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useFormCommand } from '#platform/browser/use-form-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast.ts';
import { updateProfileInput } from '../identity.contract.ts';
import { NameFields } from './name-fields.tsx';

interface ProfileInput {
  firstName: string;
  lastName: string;
}

export function ProfileForm({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient();
  const form = useContractForm<ProfileInput, ProfileInput>({
    schema: updateProfileInput,
    defaultValues: { firstName: user.firstName, lastName: user.lastName },
    draftKey: 'settings.profile',
  });
  const { errors } = form.formState;
  const update = useFormCommand(form, trpc.identity.updateProfile.mutationOptions(), {
    onDone(saved) {
      queryClient.setQueryData(meQueryOptions().queryKey, saved);
      form.reset({ firstName: saved.firstName, lastName: saved.lastName });
      showToast({ title: 'Profile saved', description: 'Your name has been updated.' });
    },
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={form.handleSubmit(update.run)}>
      <NameFields field={(name) => ({ ...form.register(name), error: errors[name]?.message })} />
      <p className="text-sm text-muted">Signed up on {formatDate(user.createdAt)}.</p>
      {errors.root?.server && <Alert tone="danger">{errors.root.server.message}</Alert>}
      <Button type="submit" className="justify-self-start" busy={update.busy} busyText="Saving">
        Save profile
      </Button>
    </form>
  );
}

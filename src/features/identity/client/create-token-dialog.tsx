import { Check, Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { z } from 'zod';
import { formatDate } from '#kernel/time.ts';
import { useContractForm } from '#platform/browser/forms.ts';
import { useUser } from '#platform/browser/session.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useFormCommand } from '#platform/browser/use-form-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { ChoiceField } from '#ui/choice-field.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { showToast } from '#ui/toast.ts';
import { ADMIN_TOKEN_DAYS, type createdToken, tokenDescription } from '../identity.contract.ts';

type CreatedToken = z.infer<typeof createdToken>;

const NEVER = 'never';
const tokenForm = tokenDescription.extend({ expiresInDays: z.enum(['30', '90', '365', NEVER]) });
type TokenForm = z.infer<typeof tokenForm>;

const scopes = [
  { value: 'read', label: 'Read only', description: 'See your portfolio, wallet and properties.' },
  { value: 'write', label: 'Read and write', description: 'Also invest, move money and submit properties.' },
];
const adminScope = {
  value: 'admin',
  label: 'Admin',
  description: `Includes what admins can do, except actions that ask you to confirm it’s you. Valid for at most ${ADMIN_TOKEN_DAYS} days.`,
};
const shortLifetime = { value: '30', label: '30 days' };
const lifetimes = [
  shortLifetime,
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: NEVER, label: 'No expiration' },
];

export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedToken | null>(null);
  return created ? (
    <SecretDialog token={created} onClose={onClose} />
  ) : (
    <TokenFormDialog onClose={onClose} onCreated={setCreated} />
  );
}

function TokenFormDialog(props: { onClose: () => void; onCreated: (token: CreatedToken) => void }) {
  const formId = useId();
  const form = useContractForm<TokenForm, TokenForm>({
    schema: tokenForm,
    defaultValues: { name: '', scope: 'read', expiresInDays: '90' },
    draftKey: 'settings.token',
  });
  const { errors } = form.formState;
  const isAdmin = useUser().user?.role === 'admin';
  const adminChosen = form.watch('scope') === 'admin';
  const create = useFormCommand(form, trpc.identity.createToken.mutationOptions(), {
    onDone: props.onCreated,
  });
  const submit = ({ expiresInDays, ...described }: TokenForm) =>
    create.run({ ...described, expiresInDays: expiresInDays === NEVER ? null : Number(expiresInDays) });
  const leave = () => {
    form.clearDraft();
    props.onClose();
  };
  return (
    <Dialog
      open
      onClose={leave}
      title="Create an access token"
      locked={create.busy}
      footer={
        <>
          <Button variant="secondary" onClick={leave} disabled={create.busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={create.busy} busyText="Creating">
            Create token
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-5" onSubmit={form.handleSubmit(submit)}>
        <TextField
          label="Name"
          hint="What it is for, such as “monthly report”."
          autoComplete="off"
          maxLength={60}
          error={errors.name?.message}
          {...form.register('name')}
        />
        <ChoiceField
          label="Scope"
          options={isAdmin ? [...scopes, adminScope] : scopes}
          error={errors.scope?.message}
          {...form.register('scope', {
            onChange: ({ target }) => target.value === 'admin' && form.setValue('expiresInDays', '30'),
          })}
        />
        <SelectField
          label="Expires after"
          options={adminChosen ? [shortLifetime] : lifetimes}
          error={errors.expiresInDays?.message}
          {...form.register('expiresInDays')}
        />
        {errors.root?.server && <Alert tone="danger">{errors.root.server.message}</Alert>}
      </form>
    </Dialog>
  );
}

function SecretDialog({ token, onClose }: { token: CreatedToken; onClose: () => void }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(token.secret);
      setCopied(true);
    } catch {
      showToast({
        title: 'Failed to copy',
        description: 'Please copy the token manually',
        variant: 'destructive',
      });
    }
  }
  const Icon = copied ? Check : Copy;
  return (
    <Dialog
      open
      onClose={onClose}
      dirty={!copied}
      title="Your new token"
      description={`“${token.name}”, ${token.expiresAt ? `valid until ${formatDate(token.expiresAt)}` : 'no expiration'}.`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <Alert tone="warning" title="Copy it now">
        The token is shown only once and cannot be viewed later.
      </Alert>
      <div className="mt-4 flex items-stretch gap-2">
        <TextField
          label="Access token"
          labelHidden
          readOnly
          value={token.secret}
          className="grow"
          spellCheck={false}
          onFocus={(event) => event.target.select()}
        />
        <Button variant="secondary" className="self-start" onClick={() => void copy()}>
          <Icon size={18} aria-hidden="true" />
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        </Button>
      </div>
    </Dialog>
  );
}

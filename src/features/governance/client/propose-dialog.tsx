import { type FormEvent, useId, useState } from 'react';
import { typedNumber } from '#kernel/typed-numbers.ts';
import { useDraft } from '#platform/browser/draft.ts';
import { issuesOf, messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { TextareaField } from '#ui/textarea-field.tsx';
import { showToast } from '#ui/toast.ts';
import { useProblemFocus } from '#ui/use-problem-focus.ts';

interface Draft {
  title: string;
  description: string;
  days: string;
}

const EMPTY: Draft = { title: '', description: '', days: '14' };

/** Puts something to the vote; for the property's owner and admins. */
export function ProposeDialog({ propertyId, onClose }: { propertyId: number; onClose: () => void }) {
  const formId = useId();
  const [form, focusProblem] = useProblemFocus();
  const storedDraft = useDraft<Draft>(`propose.${propertyId}`);
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, ...storedDraft.initial });
  const proposal = useCommand(trpc.governance.propose.mutationOptions(), {
    keyed: true,
    onDone() {
      showToast({
        title: 'Proposal created',
        description: 'Everyone who holds shares now was notified and can vote.',
      });
      leave();
    },
    onFailed: focusProblem,
  });
  const issue = (path: string) => issuesOf(proposal.error).find((one) => one.path === path)?.message;

  function leave() {
    storedDraft.clear();
    onClose();
  }

  function type(change: Partial<Draft>) {
    const next = { ...draft, ...change };
    setDraft(next);
    storedDraft.save(next);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const { title, description, days } = draft;
    void proposal.run({ propertyId, title, description, votingDays: typedNumber(days) });
  }

  return (
    <Dialog
      open
      onClose={leave}
      title="New proposal"
      description="Everyone who holds shares now can vote until the deadline, with one vote per share."
      locked={proposal.busy}
      footer={
        <>
          <Button variant="secondary" disabled={proposal.busy} onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={proposal.busy} busyText="Creating">
            Open the vote
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {proposal.error !== null && issuesOf(proposal.error).length === 0 && (
          <Alert tone="danger">{messageOf(proposal.error)}</Alert>
        )}
        <TextField
          label="Title"
          required
          maxLength={120}
          value={draft.title}
          error={issue('title')}
          onChange={(event) => type({ title: event.target.value })}
        />
        <TextareaField
          label="Description"
          required
          rows={6}
          maxLength={4000}
          hint="What is proposed, what it costs, and why."
          value={draft.description}
          error={issue('description')}
          onChange={(event) => type({ description: event.target.value })}
        />
        <NumberField
          label="Days to vote"
          required
          inputMode="numeric"
          suffix="days"
          hint="From 3 to 60."
          value={draft.days}
          error={issue('votingDays')}
          onChange={(event) => type({ days: event.target.value })}
        />
      </form>
    </Dialog>
  );
}

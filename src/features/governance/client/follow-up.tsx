import { type FormEvent, useState } from 'react';
import { formatDate } from '#kernel/time.ts';
import { useDraft } from '#platform/browser/draft.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Button } from '#ui/button.tsx';
import { keepFocusNearby } from '#ui/return-focus.ts';
import { TextareaField } from '#ui/textarea-field.tsx';
import { showToast } from '#ui/toast.ts';
import { useProblemFocus } from '#ui/use-problem-focus.ts';
import type { Proposal } from '../governance.contract.ts';

/** The follow-up note of a decision, with the form for those who may write it. */
export function FollowUp({ proposal }: { proposal: Proposal }) {
  const { followUp, followUpAt, canFollowUp } = proposal;
  const [writing, setWriting] = useState(false);
  if (!followUp && !canFollowUp) return null;
  return (
    <section className="mt-4 rounded-field bg-quiet-soft px-4 py-3">
      <h4 className="font-sans text-sm font-semibold">Follow-up</h4>
      {followUp && (
        <p className="mt-1 whitespace-pre-line wrap-anywhere">
          {followUp}
          {followUpAt && (
            <time dateTime={followUpAt} className="block text-sm text-muted">
              {formatDate(followUpAt)}
            </time>
          )}
        </p>
      )}
      {canFollowUp && !writing && (
        <Button size="small" variant="quiet" className="mt-2" onClick={() => setWriting(true)}>
          {followUp ? 'Change the note' : 'Add a note on how it was carried out'}
        </Button>
      )}
      {canFollowUp && writing && <NoteForm proposal={proposal} onClose={() => setWriting(false)} />}
    </section>
  );
}

function NoteForm({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const [form, focusProblem] = useProblemFocus();
  const draft = useDraft<{ text: string }>(`follow-up.${proposal.id}`);
  const [text, setText] = useState(draft.initial?.text ?? proposal.followUp ?? '');
  const note = useCommand(trpc.governance.followUp.mutationOptions(), {
    onDone({ notifiesVoters }) {
      // A server of the version before does not say it, and notifies.
      const description =
        notifiesVoters !== false
          ? 'Everyone who voted is notified.'
          : 'Voters were already notified of a note within the last day, so they are not notified of this one.';
      showToast({ title: 'Note saved', description });
      leave();
    },
    onFailed: focusProblem,
  });

  function leave() {
    keepFocusNearby();
    draft.clear();
    onClose();
  }

  function save(event: FormEvent) {
    event.preventDefault();
    void note.run({ proposalId: proposal.id, text });
  }

  return (
    <form ref={form} noValidate onSubmit={save} className="mt-3 grid gap-3">
      <TextareaField
        label="How it was carried out"
        autoFocus
        rows={4}
        maxLength={2000}
        value={text}
        error={note.error === null ? undefined : messageOf(note.error)}
        onChange={(event) => {
          setText(event.target.value);
          draft.save({ text: event.target.value });
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" busy={note.busy} busyText="Saving" disabled={!text.trim()}>
          Save note
        </Button>
        <Button size="small" variant="secondary" disabled={note.busy} onClick={leave}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

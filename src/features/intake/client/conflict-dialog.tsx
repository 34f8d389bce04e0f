import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { IntakeDraft, SavedDraft } from '../intake.contract.ts';
import { differingFields, emptyDraft, fieldLabel } from '../intake.rules.ts';
import { fieldText } from './intake-texts.ts';

interface ConflictDialogProps {
  mine: IntakeDraft;
  /** The draft that was saved elsewhere; null when it was removed there. */
  theirs: SavedDraft | null;
  onClose: () => void;
  onMine: () => Promise<void>;
  onTheirs: () => void;
}

/** The fields that differ from the version saved by another tab or device, and the choice between the two. */
export function ConflictDialog({ mine, theirs, onClose, onMine, onTheirs }: ConflictDialogProps) {
  const [busy, setBusy] = useState(false);
  async function keepMine() {
    setBusy(true);
    await onMine();
    setBusy(false);
  }
  return (
    <Dialog
      open
      size="medium"
      onClose={onClose}
      dirty={false}
      locked={busy}
      title="This application was changed elsewhere"
      description={
        theirs
          ? 'Another tab or device saved a different version. Choose which one to keep. The other one is overwritten.'
          : 'It was submitted or discarded in another tab or on another device.'
      }
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onTheirs}>
            {theirs ? 'Use the other version' : 'Start over'}
          </Button>
          <Button busy={busy} busyText="Saving" onClick={() => void keepMine()}>
            Keep my version
          </Button>
        </>
      }
    >
      <ul className="grid gap-2.5">
        {differingFields(mine, theirs ?? emptyDraft).map((field) => (
          <li key={field} className="rounded-box border border-line p-3.5">
            <h3 className="text-base font-semibold">{fieldLabel[field]}</h3>
            <dl className="mt-1.5 grid gap-x-4 gap-y-1 text-[0.9375rem] sm:grid-cols-2">
              <Version name="My version" text={fieldText(field, mine)} />
              <Version name="The other version" text={fieldText(field, theirs ?? emptyDraft)} />
            </dl>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Version({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="wrap-anywhere">{text.trim() === '' ? 'Empty' : text}</dd>
    </div>
  );
}

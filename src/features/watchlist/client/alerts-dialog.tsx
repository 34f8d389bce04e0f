import { type FormEvent, useId, useState } from 'react';
import { issuesOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { showToast } from '#ui/toast.ts';
import { useProblemFocus } from '#ui/use-problem-focus.ts';
import { type AlertSettings, alertSettings, type WatchedItem } from '../watchlist.contract.ts';
import { type AlertDraft, AlertFields, draftOf, settingsOf } from './alert-fields.tsx';

export interface AlertsDialogProps {
  general: AlertSettings;
  /** The watched property whose alerts are edited; without one the general alerts are. */
  item?: WatchedItem | undefined;
  onClose: () => void;
}

export function AlertsDialog({ general, item, onClose }: AlertsDialogProps) {
  const formId = useId();
  const [form, focusProblem] = useProblemFocus();
  const saved = item?.alerts ?? general;
  const [draft, setDraft] = useState<AlertDraft>(draftOf(saved));
  const [issues, setIssues] = useState<readonly { path: string; message: string }[]>([]);
  const onDone = () => {
    showToast({ title: 'Alerts saved' });
    onClose();
  };
  const outcome = { onDone, onFailed: focusProblem };
  const saveGeneral = useCommand(trpc.watchlist.setAlerts.mutationOptions(), outcome);
  const saveOwn = useCommand(trpc.watchlist.setPropertyAlerts.mutationOptions(), outcome);
  const { busy, error, errorText } = item ? saveOwn : saveGeneral;
  const refused = issuesOf(error).map(({ path, message }) => ({
    path: path.split('.').at(-1) ?? '',
    message,
  }));
  const issueOf = (name: string) => [...issues, ...refused].find(({ path }) => path === name)?.message;

  function submit(event: FormEvent) {
    event.preventDefault();
    const checked = alertSettings.safeParse(settingsOf(draft, saved));
    if (!checked.success) {
      const found = checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
      setIssues(found);
      focusProblem();
      return;
    }
    setIssues([]);
    void (item
      ? saveOwn.run({ propertyId: item.id, alerts: checked.data })
      : saveGeneral.run({ alerts: checked.data }));
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={item ? `Alerts for ${item.name}` : 'Alerts for your watchlist'}
      description={
        item
          ? 'For this property only. All others use your general alerts.'
          : 'For every property without custom alerts.'
      }
      locked={busy}
      footer={
        <>
          {item?.alerts && (
            <Button
              variant="quiet"
              disabled={busy}
              onClick={() => void saveOwn.run({ propertyId: item.id, alerts: null })}
            >
              Use general alerts
            </Button>
          )}
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyText="Saving">
            Save alerts
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={submit}>
        {errorText && refused.length === 0 && <Alert tone="danger">{errorText}</Alert>}
        <AlertFields
          draft={draft}
          issueOf={issueOf}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
        />
      </form>
    </Dialog>
  );
}

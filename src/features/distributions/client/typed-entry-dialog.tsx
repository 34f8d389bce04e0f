import { type FormEvent, useId, useState } from 'react';
import { toDecimal } from '#kernel/money.ts';
import { monthStart } from '#kernel/months.ts';
import { dayText } from '#kernel/time.ts';
import { typedUsd } from '#kernel/typed-numbers.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { type DraftEntry, type EntryLine, entryLine, savedEntry } from '../entries.contract.ts';
import { lineOptions } from './entry-lines.ts';

interface TypedEntryDialogProps {
  month: string;
  /** The entry that is changed; null for a new one. */
  entry: DraftEntry | null;
  onClose: () => void;
  onDone: (entry: DraftEntry) => void;
}

type EntryTexts = Record<'date' | 'counterparty' | 'line' | 'amount' | 'memo', string>;
const facts = savedEntry.shape.typed.unwrap();

/** An amount that its owner types. */
export function TypedEntryDialog({ month, entry, onClose, onDone }: TypedEntryDialogProps) {
  const formId = useId();
  const lastDay = dayText(new Date(monthStart(month, 1).getTime() - 1));
  const [typed, setTyped] = useState<EntryTexts>({
    date: entry?.date ?? lastDay,
    counterparty: entry?.counterparty ?? '',
    line: entry?.line ?? '',
    amount: entry ? toDecimal(entry.amountCents) : '',
    memo: entry?.memo ?? '',
  });
  const [tried, setTried] = useState(false);
  const { problems, complete } = read(typed, month);
  const shown = tried ? problems : {};
  const field = (name: keyof EntryTexts) => ({
    name,
    value: typed[name],
    error: shown[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(problems);
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else if (complete)
      onDone({
        id: entry?.id ?? crypto.randomUUID(),
        receipt: entry?.receipt ?? null,
        importId: null,
        maybeDuplicate: false,
        ...complete,
      });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={entry ? 'Change the entry' : 'Add an entry'}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId}>
            {entry ? 'Change entry' : 'Add entry'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <SelectField
          label="Line"
          required
          placeholder="Choose one"
          options={lineOptions}
          {...field('line')}
        />
        <TextField
          label="Amount"
          prefix="$"
          amount
          inputMode="text"
          required
          hint="The amount added to the line. Use a negative amount for refunds."
          autoComplete="off"
          {...field('amount')}
        />
        <TextField label="Date" type="date" required min={`${month}-01`} max={lastDay} {...field('date')} />
        <TextField label="Payer or payee" required maxLength={120} {...field('counterparty')} />
        <TextField label="Memo" optional maxLength={200} {...field('memo')} />
      </form>
    </Dialog>
  );
}

function read(typed: EntryTexts, month: string) {
  const problems: Partial<Record<keyof EntryTexts, string>> = {};
  const line = entryLine.safeParse(typed.line);
  if (!line.success) problems.line = 'Choose a line.';
  const amountCents = typedUsd(typed.amount);
  if (amountCents === null) problems.amount = 'Enter the amount in dollars and cents, such as 500.00.';
  const checked = facts.safeParse({
    date: typed.date,
    counterparty: typed.counterparty,
    memo: typed.memo.trim() || null,
    amountCents: amountCents ?? 1,
  });
  for (const { path, message } of checked.error?.issues ?? []) {
    const name = path[0] === 'amountCents' ? 'amount' : (path[0] as keyof EntryTexts);
    problems[name] ??= message;
  }
  if (!problems.date && !typed.date.startsWith(month)) problems.date = 'Choose a day of this month.';
  const complete =
    checked.success && line.success && Object.keys(problems).length === 0
      ? { ...checked.data, line: line.data as EntryLine }
      : null;
  return { problems, complete };
}

import { type FormEvent, useId, useState } from 'react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { ColumnsQuery, ImportAnswer } from '../entries.contract.ts';

type Question = Extract<ImportAnswer, { outcome: 'chooseColumns' }>;
type Field = keyof ColumnsQuery;
type ChosenColumns = Partial<Record<Field, string>>;

interface ColumnsDialogProps {
  question: Question;
  busy: boolean;
  error: string | undefined;
  onClose: () => void;
  onChoose: (columns: ChosenColumns) => void;
}

const orders = [
  { value: 'mdy', label: 'Month, day, year' },
  { value: 'dmy', label: 'Day, month, year' },
  { value: 'ymd', label: 'Year, month, day' },
];

/** Asks once for each kind of file which column says what. */
export function ColumnsDialog({ question, busy, error, onClose, onChoose }: ColumnsDialogProps) {
  const formId = useId();
  const [chosen, setChosen] = useState(question.suggested as ChosenColumns);
  const [tried, setTried] = useState(false);
  const hasTwo = chosen.moneyIn !== undefined && chosen.moneyOut !== undefined;
  const problems: Partial<Record<Field, string>> = {
    ...(!chosen.date && { date: 'Choose the date column.' }),
    ...(!chosen.dateOrder && { dateOrder: 'Choose the date format.' }),
    ...(!chosen.counterparty && { counterparty: 'Choose the payer or payee column.' }),
    ...(!chosen.amount && !hasTwo && { amount: 'Choose this column, or both Money in and Money out.' }),
  };
  const options = question.header.map((name, index) => ({
    value: String(index),
    label: [name || `Column ${index + 1}`, question.rows[0]?.[index]].filter(Boolean).join(': '),
  }));

  function field(name: Field, label: string, isOptional = false) {
    return (
      <SelectField
        label={label}
        name={name}
        optional={isOptional}
        placeholder={isOptional ? 'None' : 'Choose one'}
        options={name === 'dateOrder' ? orders : options}
        value={chosen[name] ?? ''}
        error={tried ? problems[name] : undefined}
        onChange={({ target }) => {
          const { [name]: _, ...rest } = chosen;
          setChosen(target.value === '' ? rest : { ...rest, [name]: target.value });
        }}
      />
    );
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(problems);
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else onChoose(chosen);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title="Match the columns"
      description="Your choice is remembered for files with the same columns."
      locked={busy}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyText="Importing">
            Import the file
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        {question.problem && !error && (
          <Alert tone="warning" className="sm:col-span-2">
            {`This file cannot be read with the columns chosen before. ${question.problem}`}
          </Alert>
        )}
        {error && (
          <Alert tone="danger" className="sm:col-span-2">
            {error}
          </Alert>
        )}
        {field('date', 'Date')}
        {field('dateOrder', 'Date format')}
        {field('counterparty', 'Payer or payee')}
        {field('memo', 'Memo', true)}
        {field('amount', 'Amount (positive or negative)', true)}
        {field('balance', 'Balance', true)}
        {field('moneyIn', 'Money in', true)}
        {field('moneyOut', 'Money out', true)}
        {field('account', 'Account', true)}
        {field('transactionId', 'Transaction number', true)}
      </form>
    </Dialog>
  );
}

import { useState } from 'react';
import { formatUsdExact, toDecimal } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { typedUsd } from '#kernel/typed-numbers.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { TextareaField } from '#ui/textarea-field.tsx';
import type { DraftImport } from '../entries.contract.ts';
import { differenceOf, isOpeningKnown } from '../entries.rules.ts';

interface ImportCardProps {
  file: DraftImport;
  /** Whether missing fields are marked. */
  asked: boolean;
  onChange: (change: Partial<DraftImport>) => void;
  onRemove: () => void;
}

/** A bank file in a draft: its rows, and the confirmations that it needs of its owner. */
export function ImportCard({ file, asked, onChange, onRemove }: ImportCardProps) {
  const { fileName, closingCents, openingCents, isOtherAccount, isAccountConfirmed } = file;
  const difference = differenceOf(file);
  return (
    <section aria-label={fileName} className="rounded-box border border-line p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="text-base font-semibold wrap-anywhere">{fileName}</h3>
          <p className="mt-0.5 text-sm text-muted">{factsOf(file)}</p>
        </div>
        <Button variant="secondary" size="small" aria-label={`Remove ${fileName}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      {isOtherAccount && (
        <Alert tone="warning" title="A different account than before" className="mt-3">
          <CheckboxField
            label={`${file.account ?? 'This account'} belongs to this property.`}
            checked={isAccountConfirmed}
            error={asked && !isAccountConfirmed ? 'Confirm it, or remove the file.' : undefined}
            onChange={({ target }) => onChange({ isAccountConfirmed: target.checked })}
          />
        </Alert>
      )}
      {closingCents === null ? (
        <p className="mt-3 text-[0.9375rem]">
          This file has no closing balance, so there is no way to tell whether rows are missing.
        </p>
      ) : (
        <div className="mt-3 grid gap-3">
          {!isOpeningKnown(file) && (
            <OpeningField
              cents={openingCents}
              onChange={(cents) => onChange({ openingCents: cents, openingSource: 'owner' })}
            />
          )}
          <p className="text-[0.9375rem]" aria-live="polite">
            {balanceText(file)}
          </p>
        </div>
      )}
      {difference !== 0 && (
        <TextareaField
          label={difference === null ? 'Why is the opening balance unknown?' : 'Why do they differ?'}
          hint="Reviewers and shareholders will see it."
          rows={2}
          maxLength={500}
          className="mt-3"
          value={file.differenceReason ?? ''}
          error={
            asked && !file.differenceReason
              ? difference === null
                ? 'Enter the opening balance, or say why it is unknown.'
                : 'Say why the balances differ.'
              : undefined
          }
          onChange={({ target }) => onChange({ differenceReason: target.value || null })}
        />
      )}
    </section>
  );
}

function factsOf({ account, rows, firstDate, lastDate, outside, repeated }: DraftImport): string {
  return [
    account && `Account ${account}`,
    `${counted(rows, 'row')} from ${formatDate(firstDate)} to ${formatDate(lastDate)}`,
    outside > 0 && `${outside} outside of the month`,
    repeated > 0 && `${repeated} already imported`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function balanceText(file: DraftImport): string {
  const { openingCents, rowsCents, closingCents } = file;
  const closing = `The bank’s closing balance is ${formatUsdExact(closingCents ?? 0)}.`;
  if (openingCents === null) return closing;
  const difference = differenceOf(file) ?? 0;
  const reached = `The rows take the balance from ${formatUsdExact(openingCents)} to ${formatUsdExact(openingCents + rowsCents)}`;
  if (difference === 0) return `${reached}, which matches the bank.`;
  return `${reached}. ${closing} The difference is ${formatUsdExact(difference)}.`;
}

function OpeningField({
  cents,
  onChange,
}: {
  cents: number | null;
  onChange: (cents: number | null) => void;
}) {
  const [text, setText] = useState(cents === null ? '' : toDecimal(cents));
  const read = text.trim() === '' ? null : typedUsd(text);
  return (
    <TextField
      label="Opening balance"
      className="max-w-xs"
      prefix="$"
      amount
      inputMode="text"
      hint="The account balance before the first row."
      autoComplete="off"
      value={text}
      error={text.trim() !== '' && read === null ? 'Enter the balance in dollars and cents.' : undefined}
      onChange={({ target }) => {
        setText(target.value);
        onChange(target.value.trim() === '' ? null : typedUsd(target.value));
      }}
    />
  );
}

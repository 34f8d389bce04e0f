import { Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { FieldMessages } from '#ui/field.tsx';
import { sharesAfterEdit, stepShares } from './order.ts';

export interface SharesFieldProps {
  text: string;
  available: number;
  locked: boolean;
  invalid: boolean;
  onEdit: (text: string) => void;
  onEnter: () => void;
}

/** How many shares to buy, with a step up and down (BUY-03, BUY-04, BUY-17). */
export function SharesField({ text, available, locked, invalid, onEdit, onEnter }: SharesFieldProps) {
  const id = useId();
  const range = `1 to ${available.toLocaleString('en-US')} available`;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        Number of shares
      </label>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          square
          aria-label="One share fewer"
          disabled={locked || Number(text) <= 1}
          onClick={() => onEdit(stepShares(text, -1, available))}
        >
          <Minus size={18} aria-hidden="true" />
        </Button>
        <span className="input grow text-base">
          <input
            id={id}
            type="number"
            inputMode="numeric"
            min={1}
            max={Math.max(available, 1)}
            step={1}
            autoComplete="off"
            className="amount grow appearance-none text-center text-lg font-semibold [-moz-appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
            value={text}
            readOnly={locked}
            aria-invalid={invalid || undefined}
            aria-describedby={invalid ? `${id}-error` : `${id}-hint`}
            onChange={(event) => onEdit(sharesAfterEdit(text, event.target.value))}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={() => text === '' && onEdit('1')}
            onWheel={(event) => event.currentTarget.blur()}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              onEnter();
            }}
          />
        </span>
        <Button
          variant="secondary"
          square
          aria-label="One share more"
          disabled={locked || Number(text) >= available}
          onClick={() => onEdit(stepShares(text, 1, available))}
        >
          <Plus size={18} aria-hidden="true" />
        </Button>
      </div>
      {invalid ? (
        <FieldMessages id={id} error={`Only ${available.toLocaleString('en-US')} shares are available.`} />
      ) : (
        <FieldMessages id={id} hint={range} />
      )}
    </div>
  );
}

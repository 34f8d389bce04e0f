import { Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { FieldMessages } from '#ui/field.tsx';

interface ShareStepperProps {
  label: string;
  text: string;
  minShares?: number;
  maxShares: number;
  hint?: string | undefined;
  error?: string | undefined;
  locked: boolean;
  onEdit: (text: string) => void;
  onStep: (step: 1 | -1, click?: { detail: number }) => void;
  onLeave: () => void;
  onEnter: () => void;
}

const arrows: Record<string, 1 | -1 | undefined> = { ArrowUp: 1, ArrowDown: -1 };

/** A number of shares with a step up and down, also by the arrow keys. It shows the typed text unchanged. */
export function ShareStepper(props: ShareStepperProps) {
  const { label, text, minShares = 1, maxShares, hint, error, locked, ...on } = props;
  const id = useId();
  const shares = Number(text);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          square
          aria-label="Remove one share"
          disabled={locked || shares <= minShares}
          onClick={(event) => on.onStep(-1, event)}
        >
          <Minus size={18} aria-hidden="true" />
        </Button>
        <span className="input grow text-base">
          <input
            id={id}
            type="text"
            inputMode="numeric"
            min={minShares}
            max={Math.max(maxShares, minShares)}
            step={1}
            autoComplete="off"
            className="amount w-full grow text-center text-lg font-semibold"
            value={text}
            readOnly={locked}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error ? `${id}-error` : hint && `${id}-hint`}
            onChange={(event) => on.onEdit(event.target.value)}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={on.onLeave}
            onKeyDown={(event) => {
              const step = arrows[event.key];
              if (event.key !== 'Enter' && (step === undefined || locked)) return;
              event.preventDefault();
              if (step === undefined) on.onEnter();
              else on.onStep(step);
            }}
          />
        </span>
        <Button
          variant="secondary"
          square
          aria-label="Add one share"
          disabled={locked || shares >= maxShares}
          onClick={(event) => on.onStep(1, event)}
        >
          <Plus size={18} aria-hidden="true" />
        </Button>
      </div>
      <FieldMessages id={id} hint={error ? undefined : hint} error={error} />
    </div>
  );
}

import { useId } from 'react';
import { joinClasses } from '#ui/classes.ts';

interface SegmentsProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** One choice among a few short ones, side by side. */
export function Segments<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={joinClasses('no-print flex rounded-field border border-line p-0.5', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="inline-flex min-h-10 min-w-11 cursor-pointer items-center justify-center rounded-[0.4rem] px-3 text-sm font-medium text-muted hover:text-ink has-checked:bg-quiet-soft has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-(--focus) sm:min-h-8"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

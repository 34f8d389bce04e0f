import { Check } from 'lucide-react';
import { joinClasses } from '#ui/classes.ts';

export interface StepsProps {
  label: string;
  steps: readonly string[];
  /** Index of the current step, from 0. */
  current: number;
  className?: string;
}

export function Steps({ label, steps, current, className }: StepsProps) {
  return (
    <nav aria-label={label} className={className}>
      <p className="mb-2 text-sm text-muted sm:sr-only">
        Step {current + 1} of {steps.length}: <span className="font-semibold text-ink">{steps[current]}</span>
      </p>
      <ol className="flex gap-2">
        {steps.map((step, index) => (
          <li key={step} aria-current={index === current ? 'step' : undefined} className="min-w-0 flex-1">
            <span
              className={joinClasses('block h-1.5 rounded-full', index <= current ? 'bg-primary' : 'bg-line')}
            />
            <span
              className={joinClasses(
                'mt-2 hidden items-center gap-1.5 text-sm sm:flex',
                index === current ? 'font-semibold' : 'text-muted',
              )}
            >
              {index < current && <Check size={15} className="shrink-0 text-positive" aria-hidden="true" />}
              {step}
              {index < current && <span className="sr-only"> (done)</span>}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}

import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { joinClasses } from '#ui/classes.ts';

export interface FieldTexts {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  labelHidden?: boolean | undefined;
  optional?: boolean | undefined;
  fieldClassName?: string | undefined;
}

interface FieldWiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export function useFieldWiring(texts: Pick<FieldTexts, 'hint' | 'error'>, givenId?: string): FieldWiring {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  const described = [texts.error && `${id}-error`, texts.hint && `${id}-hint`].filter(Boolean).join(' ');
  return { id, 'aria-describedby': described || undefined, 'aria-invalid': texts.error ? true : undefined };
}

export function FieldMessages({ id, hint, error }: { id: string } & Pick<FieldTexts, 'hint' | 'error'>) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-sm font-medium text-negative">
          <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
          {error}
        </p>
      )}
    </>
  );
}

export function Field({
  wiring,
  label,
  hint,
  error,
  labelHidden,
  optional,
  fieldClassName,
  children,
}: FieldTexts & { wiring: FieldWiring; children: ReactNode }) {
  return (
    <div className={joinClasses('no-print min-w-0', fieldClassName)}>
      <label
        htmlFor={wiring.id}
        className={labelHidden ? 'sr-only' : 'mb-1.5 block text-sm font-semibold text-ink'}
      >
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children}
      <FieldMessages id={wiring.id} hint={hint} error={error} />
    </div>
  );
}

import { type ComponentProps, type ReactNode, useId } from 'react';
import { joinClasses } from '#ui/classes.ts';
import { FieldMessages, type FieldTexts } from '#ui/field.tsx';

export interface ChoiceOption {
  value: string;
  label: ReactNode;
  description?: ReactNode;
  icon?: ReactNode;
}

interface ChoiceFieldProps
  extends Omit<ComponentProps<'input'>, 'type' | 'value'>,
    Omit<FieldTexts, 'fieldClassName' | 'optional'> {
  options: readonly ChoiceOption[];
  multiple?: boolean;
  columns?: 1 | 2 | 3;
  /** Controlled use: the chosen values. Leave it out with react-hook-form's `register`. */
  chosen?: readonly string[];
}

const columnClasses = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-2 lg:grid-cols-3' };

/** One choice (radio) or several (checkboxes), each a card; the input's props go to every option's input. */
export function ChoiceField({
  label,
  labelHidden,
  hint,
  error,
  options,
  multiple = false,
  columns = 1,
  chosen,
  className,
  name,
  ...input
}: ChoiceFieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset className={joinClasses('min-w-0', className)} aria-describedby={described}>
      <legend className={labelHidden ? 'sr-only' : 'mb-2 text-sm font-semibold'}>{label}</legend>
      <div className={joinClasses('grid gap-2.5', columnClasses[columns])}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-box border border-line bg-surface p-3.5 hover:border-field-line has-checked:border-primary has-checked:bg-positive-soft"
          >
            <input
              {...input}
              {...(chosen ? { checked: chosen.includes(option.value) } : {})}
              name={name ?? id}
              value={option.value}
              type={multiple ? 'checkbox' : 'radio'}
              aria-invalid={error ? true : undefined}
              className={joinClasses(
                'shrink-0',
                multiple ? 'checkbox checkbox-sm checkbox-primary' : 'radio radio-sm radio-primary',
              )}
            />
            {option.icon && <span aria-hidden="true">{option.icon}</span>}
            <span className="min-w-0">
              <span className="block text-[0.9375rem] font-medium leading-snug">{option.label}</span>
              {option.description && (
                <span className="mt-0.5 block text-sm text-muted">{option.description}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldMessages id={id} hint={hint} error={error} />
    </fieldset>
  );
}

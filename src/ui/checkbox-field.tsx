import type { ComponentProps } from 'react';
import { joinClasses } from '#ui/classes.ts';
import { FieldMessages, type FieldTexts, useFieldWiring } from '#ui/field.tsx';

interface CheckboxFieldProps
  extends Omit<ComponentProps<'input'>, 'type'>,
    Pick<FieldTexts, 'label' | 'hint' | 'error'> {
  look?: 'checkbox' | 'switch';
}

export function CheckboxField({
  label,
  hint,
  error,
  className,
  id,
  look = 'checkbox',
  ...input
}: CheckboxFieldProps) {
  const wiring = useFieldWiring({ hint, error }, id);
  const isSwitch = look === 'switch';
  return (
    <div className={joinClasses('min-w-0', className)}>
      <div
        className={joinClasses(
          'flex min-h-11 gap-3',
          isSwitch ? 'items-center justify-between' : 'items-start',
        )}
      >
        <input
          {...input}
          {...wiring}
          type="checkbox"
          role={isSwitch ? 'switch' : undefined}
          className={isSwitch ? 'switch order-2' : 'checkbox checkbox-primary mt-2 shrink-0'}
        />
        <label htmlFor={wiring.id} className="grow cursor-pointer py-2.5 text-[0.9375rem] leading-snug">
          {label}
        </label>
      </div>
      <div className={isSwitch ? '-mt-2 pe-14' : undefined}>
        <FieldMessages id={wiring.id} hint={hint} error={error} />
      </div>
    </div>
  );
}

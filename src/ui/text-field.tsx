import type { ComponentProps, ReactNode } from 'react';
import { joinClasses } from '#ui/classes.ts';
import { Field, type FieldTexts, useFieldWiring } from '#ui/field.tsx';

export interface TextFieldProps
  extends Omit<ComponentProps<'input'>, 'prefix'>,
    Omit<FieldTexts, 'fieldClassName'> {
  prefix?: ReactNode;
  suffix?: ReactNode;
  /** Sets the digits in columns, as amounts are set elsewhere. */
  amount?: boolean;
}

/** `className` goes to the whole field; every other prop, also `ref`, goes to the input. */
export function TextField({
  label,
  hint,
  error,
  labelHidden,
  optional,
  prefix,
  suffix,
  amount,
  className,
  id,
  ...input
}: TextFieldProps) {
  const wiring = useFieldWiring({ hint, error }, id);
  return (
    <Field {...{ wiring, label, hint, error, labelHidden, optional, fieldClassName: className }}>
      <span className="input w-full text-base">
        {prefix && <span className="text-muted">{prefix}</span>}
        <input type="text" {...input} {...wiring} className={joinClasses('grow', amount && 'amount')} />
        {suffix && <span className="text-muted">{suffix}</span>}
      </span>
    </Field>
  );
}

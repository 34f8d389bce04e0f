import type { ComponentProps } from 'react';
import { Field, type FieldTexts, useFieldWiring } from '#ui/field.tsx';

type TextareaFieldProps = ComponentProps<'textarea'> & Omit<FieldTexts, 'fieldClassName'>;

export function TextareaField({
  label,
  hint,
  error,
  labelHidden,
  optional,
  className,
  id,
  rows = 4,
  ...textarea
}: TextareaFieldProps) {
  const wiring = useFieldWiring({ hint, error }, id);
  return (
    <Field {...{ wiring, label, hint, error, labelHidden, optional, fieldClassName: className }}>
      <textarea
        {...textarea}
        {...wiring}
        rows={rows}
        className="input h-auto w-full py-2.5 text-base whitespace-pre-wrap"
      />
    </Field>
  );
}

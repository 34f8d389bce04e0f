import type { ComponentProps } from 'react';
import { Field, type FieldTexts, useFieldWiring } from '#ui/field.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectFieldProps extends ComponentProps<'select'>, Omit<FieldTexts, 'fieldClassName'> {
  options: readonly SelectOption[];
  placeholder?: string;
}

export function SelectField({
  label,
  hint,
  error,
  labelHidden,
  optional,
  className,
  id,
  options,
  placeholder,
  ...select
}: SelectFieldProps) {
  const wiring = useFieldWiring({ hint, error }, id);
  return (
    <Field {...{ wiring, label, hint, error, labelHidden, optional, fieldClassName: className }}>
      <select {...select} {...wiring} className="input picker w-full text-base">
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

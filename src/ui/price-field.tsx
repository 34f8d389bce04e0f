import { TextField, type TextFieldProps } from '#ui/text-field.tsx';

type PriceFieldProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'step' | 'prefix'>;

/** A price in dollars and cents. A text input, so that everything typed stays in the field. */
export function PriceField({ min = 0.01, ...rest }: PriceFieldProps) {
  return (
    <TextField
      autoComplete="off"
      {...rest}
      amount
      prefix="$"
      type="text"
      inputMode="decimal"
      min={min}
      step={0.01}
    />
  );
}

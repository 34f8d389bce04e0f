import { TextField, type TextFieldProps } from '#ui/text-field.tsx';

type NumberFieldProps = Omit<TextFieldProps, 'type'>;

/** The wheel leaves the field instead of changing the number: a page scrolled by accident must not change an amount. */
export function NumberField({ inputMode = 'decimal', ...rest }: NumberFieldProps) {
  return (
    <TextField
      {...rest}
      type="number"
      inputMode={inputMode}
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}

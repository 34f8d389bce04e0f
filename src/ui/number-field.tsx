import { TextField, type TextFieldProps } from '#ui/text-field.tsx';

type NumberFieldProps = Omit<TextFieldProps, 'type'>;

/** A number as it is typed. A text input: number inputs drop characters, so that "1,5" silently becomes 15. */
export function NumberField({ inputMode = 'decimal', ...rest }: NumberFieldProps) {
  return <TextField autoComplete="off" {...rest} amount type="text" inputMode={inputMode} />;
}

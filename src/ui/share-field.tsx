import { TextField, type TextFieldProps } from '#ui/text-field.tsx';

type ShareFieldProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'step'>;

/** A number of shares. A text input: number inputs drop characters, so that "1,5" silently becomes 15. */
export function ShareField({ min = 1, ...rest }: ShareFieldProps) {
  return <TextField autoComplete="off" {...rest} amount type="text" inputMode="numeric" min={min} step={1} />;
}

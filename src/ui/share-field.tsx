import { NumberField } from '#ui/number-field.tsx';
import type { TextFieldProps } from '#ui/text-field.tsx';

type ShareFieldProps = Omit<TextFieldProps, 'type' | 'inputMode' | 'step'>;

/** A number of shares. */
export function ShareField({ min = 1, ...rest }: ShareFieldProps) {
  return <NumberField {...rest} inputMode="numeric" min={min} step={1} />;
}

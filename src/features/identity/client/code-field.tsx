import { TextField, type TextFieldProps } from '#ui/text-field.tsx';

/** For a code of the authenticator app or a recovery code; phones offer to fill the first kind in. */
export function CodeField(props: Omit<TextFieldProps, 'type' | 'label'>) {
  return (
    <TextField
      label="Code"
      hint="The six digits in your authenticator app, or one of your recovery codes."
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      {...props}
    />
  );
}

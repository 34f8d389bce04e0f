import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { TextField, type TextFieldProps } from '#ui/text-field.tsx';

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      suffix={
        <button
          type="button"
          aria-label={shown ? 'Hide the password' : 'Show the password'}
          aria-pressed={shown}
          className="-mr-2 grid size-10 cursor-pointer place-items-center rounded-field text-muted hover:text-ink"
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} aria-hidden="true" />
        </button>
      }
    />
  );
}

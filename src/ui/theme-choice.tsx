import { Monitor, Moon, Sun } from 'lucide-react';
import { useId, useState } from 'react';
import { chooseTheme, readThemeChoice } from '#ui/theme.ts';

const options = [
  { name: 'system', label: 'System', Icon: Monitor },
  { name: 'light', label: 'Light', Icon: Sun },
  { name: 'dark', label: 'Dark', Icon: Moon },
] as const;

export function ThemeChoice({ className }: { className?: string }) {
  const group = useId();
  const [choice, setChoice] = useState(readThemeChoice);
  return (
    <fieldset className={className}>
      <legend className="sr-only">Theme</legend>
      <div className="inline-flex rounded-field border border-line bg-paper p-0.5">
        {options.map(({ name, label, Icon }) => (
          <label
            key={name}
            className="flex min-h-10 cursor-pointer items-center gap-1.5 rounded-[calc(var(--radius-field)-2px)] px-3 text-sm text-muted has-checked:bg-surface has-checked:font-semibold has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name={group}
              className="sr-only"
              checked={choice === name}
              onChange={() => {
                setChoice(name);
                chooseTheme(name);
              }}
            />
            <Icon size={16} aria-hidden="true" />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

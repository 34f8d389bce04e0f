import { Moon, Sun } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { chooseTheme, readThemeChoice } from '#ui/theme.ts';

/** Whether the page is dark now, by choice or by the system. */
export function isDarkNow(): boolean {
  const choice = readThemeChoice();
  if (choice !== 'system') return choice === 'dark';
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Before any script runs, only the style sheet knows the theme, so it chooses icon and name. */
export function ThemeToggle({ className }: { className?: string }) {
  return (
    <Button
      variant="quiet"
      square
      className={className}
      onClick={() => chooseTheme(isDarkNow() ? 'light' : 'dark')}
    >
      <Moon size={18} className="dark:hidden" aria-hidden="true" />
      <span className="sr-only dark:hidden">Use the dark theme</span>
      <Sun size={18} className="hidden dark:block" aria-hidden="true" />
      <span className="sr-only hidden dark:inline">Use the light theme</span>
    </Button>
  );
}

const storageKey = 'commonhold.theme';

type ThemeName = 'system' | 'light' | 'dark';

/** The visitor's choice; `system` when nothing is stored or the storage is not accessible. */
export function readThemeChoice(): ThemeName {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function storeThemeChoice(choice: ThemeName) {
  try {
    if (choice === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch (error) {
    console.warn('The theme could not be stored and lasts until the page is closed.', error);
  }
}

export function chooseTheme(choice: ThemeName): void {
  storeThemeChoice(choice);
  const root = document.documentElement;
  if (choice === 'system') delete root.dataset.theme;
  else root.dataset.theme = choice === 'dark' ? 'commonhold-dark' : 'commonhold';
}

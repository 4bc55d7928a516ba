/** Light, dark, or as the device has it. */
export const themes = { system: 'As the device', light: 'Light', dark: 'Dark' } as const;
export type Theme = keyof typeof themes;

const storageKey = 'theme';

export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

/**
 * Applies the stored theme to the document, before the first paint: the build puts this function into the head of the page as a
 * script of its own, so it uses nothing from outside.
 */
export function applyStoredTheme(): void {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  } catch {
    // Storage is forbidden here.
  }
}

/** Chooses for this device, from now on. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is forbidden here: the choice holds until the page is closed.
  }
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

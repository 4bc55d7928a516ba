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

/** Puts the device's choice on the document; called before the app is drawn. */
export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Chooses for this device, from now on. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is forbidden here: the choice holds until the page is closed.
  }
  applyTheme(theme);
}

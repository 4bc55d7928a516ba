import { readStored, writeStored } from '../storage.ts';

export const themes = { system: 'System', light: 'Light', dark: 'Dark' } as const;
type Theme = keyof typeof themes;

const storageKey = 'theme';

export function readTheme(): Theme {
  const stored = readStored(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
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

/** Stores the theme of this device and applies it. Where storage is denied, it lasts until the page is closed. */
export function chooseTheme(theme: Theme): void {
  writeStored(storageKey, theme === 'system' ? null : theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

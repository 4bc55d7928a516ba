import { createStore } from '../store.ts';

/** Event of browsers that let a page ask for its installation (Chromium). */
type InstallPrompt = Event & {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

/** The browser sends its prompt once, long before the chunk that shows it is loaded. */
const caught = createStore<InstallPrompt | null>(null);

/** Catches the browser's prompt, which may come before anything else is loaded. Called once, first of all. */
export function catchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Else the browser shows a bar of its own, whatever is being typed.
    event.preventDefault();
    caught.set(event as InstallPrompt);
  });
}

export const caughtPrompt = caught.get;

/** Returns and forgets the prompt: a browser shows it once. */
export function takePrompt(): InstallPrompt | null {
  const prompt = caught.get();
  caught.set(null);
  return prompt;
}

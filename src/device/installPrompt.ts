/** Event of browsers that let a page ask for its installation (Chromium). */
type InstallPrompt = Event & {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

let caught: InstallPrompt | null = null;

/** Catches the browser's prompt, which may come before anything else is loaded. Called once, first of all. */
export function catchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Else the browser shows a bar of its own, whatever is being typed.
    event.preventDefault();
    caught = event as InstallPrompt;
  });
}

export function caughtPrompt(): InstallPrompt | null {
  return caught;
}

/** Takes the prompt: a browser shows it once. */
export function takePrompt(): InstallPrompt | null {
  const prompt = caught;
  caught = null;
  return prompt;
}

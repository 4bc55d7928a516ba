/** What browsers send that let a page ask for its installation (Chromium). */
type InstallPrompt = Event & {
  prompt(): Promise<unknown>;
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

let held: InstallPrompt | null = null;

/** Holds what the browser sends, which may be before anything else is loaded. Called once, first of all. */
export function holdInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Else the browser shows a bar of its own, whatever is being typed.
    event.preventDefault();
    held = event as InstallPrompt;
  });
}

export function heldPrompt(): InstallPrompt | null {
  return held;
}

/** A browser takes it once. */
export function takePrompt(): InstallPrompt | null {
  const prompt = held;
  held = null;
  return prompt;
}

/** What a person filled in about themselves, kept on the device until the profile is registered. No password. */
function keyOf(email: string): string {
  return `registration:${email.toLowerCase()}`;
}

export function saveRegistrationDraft(email: string, draft: unknown): void {
  try {
    localStorage.setItem(keyOf(email), JSON.stringify(draft));
  } catch (error) {
    console.warn('The registration cannot be kept in this browser:', error);
  }
}

export function readRegistrationDraft(email: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(email)) ?? 'null');
  } catch {
    return null;
  }
}

export function dropRegistrationDraft(email: string): void {
  try {
    localStorage.removeItem(keyOf(email));
  } catch {
    // Storage that cannot be opened holds no draft either.
  }
}

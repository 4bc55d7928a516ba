/** Whether the identity provider is the emulator of a local set-up, and emails are kept there to be read. */
export const usesEmulator = !import.meta.env.FIREBASE_PROJECT_ID;

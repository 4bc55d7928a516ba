/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Regions whose phone numbers are accepted, with commas between them; by default those of the contract. */
  readonly PHONE_REGIONS?: string;
  /** The email address that users are told to contact; by default their EV representative. */
  readonly SUPPORT_EMAIL?: string;
  /** The public part of the identity provider's configuration; without it, the emulator. */
  readonly FIREBASE_PROJECT_ID?: string;
  readonly FIREBASE_API_KEY?: string;
}

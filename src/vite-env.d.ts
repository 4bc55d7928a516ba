/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Where the calls go; our own server under /api unless built for another backend. */
  readonly VITE_API_BASE?: string;
  /** `off` for a backend that does not allow the `Idempotency-Key` header across origins. */
  readonly VITE_IDEMPOTENCY_HEADER?: string;
  /** The public part of the identity provider's configuration; empty means the emulator. */
  readonly VITE_FIREBASE_PROJECT_ID: string;
  readonly VITE_FIREBASE_API_KEY: string;
  readonly VITE_FIREBASE_AUTH_DOMAIN: string;
  readonly VITE_FIREBASE_APP_ID: string;
}

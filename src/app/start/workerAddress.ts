import type { Workbox } from 'workbox-window';

type WorkerAddress = ConstructorParameters<typeof Workbox>[0];
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(text: string): WorkerAddress };
};

/**
 * Returns the address of the worker. With Trusted Types, which the server requires, browsers take it from a policy only: this one
 * is named in the headers (`server/http/headers.ts`) and creates no other address.
 */
export function workerAddress(): WorkerAddress {
  const address = '/sw.js';
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('ev-jobs', { createScriptURL: () => address });
  return policy?.createScriptURL('') ?? address;
}

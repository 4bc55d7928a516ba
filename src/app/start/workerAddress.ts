import type { Workbox } from 'workbox-window';

type WorkerAddress = ConstructorParameters<typeof Workbox>[0];
type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): { createScriptURL(text: string): WorkerAddress };
};

/**
 * The address of the worker. Browsers with Trusted Types, which the server asks for, take it from a policy only; the headers
 * name this one (`server/http/headers.ts`), and it can make no other address.
 */
export function workerAddress(): WorkerAddress {
  const address = '/sw.js';
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('ev-jobs', { createScriptURL: () => address });
  return policy?.createScriptURL('') ?? address;
}

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string };
};

/** The service worker and the scripts of the build; a development server has no paths of its own for them. */
const ownScripts = import.meta.env.PROD ? /^\/(sw\.js$|(assets|pdfjs)\/)/ : /^\//;

function checkedAddress(address: string): string {
  const { origin, pathname } = new URL(address, location.origin);
  if (origin === location.origin && ownScripts.test(pathname)) return address;
  throw new TypeError(`${address} is no script of the app.`);
}

let createAddress: ((address: string) => string) | undefined;

/** Creates the policy; a second one of its name is refused. */
function createPolicy(): (address: string) => string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return checkedAddress;
  const policy = trustedTypes.createPolicy('ev-jobs', { createScriptURL: checkedAddress });
  return (address) => policy.createScriptURL(address);
}

/**
 * Returns the address of a worker's script as browsers take it. With Trusted Types, which the server requires, they take it from a
 * policy only: this one is named in the headers (`server/http/headers.ts`) and creates no addresses but those of our own scripts.
 */
export function scriptAddress(address: string): string {
  createAddress ??= createPolicy();
  return createAddress(address);
}

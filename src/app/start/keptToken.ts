import { readStartRows } from '../../outbox/records/startRows.ts';

/** Reads the last token that was mirrored on this device, for calls before the identity provider is loaded. */
export async function keptToken() {
  const { token, isSignedOut } = await readStartRows();
  return isSignedOut ? 'signed-out' : token;
}

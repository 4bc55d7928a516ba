import { readStartRows } from '../outbox/startRows.ts';

/** The last token that was kept on the device, for calls while the provider is not asked. */
export async function keptToken() {
  return (await readStartRows()).token;
}

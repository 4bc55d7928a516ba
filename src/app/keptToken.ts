import { lastToken } from '../outbox/startRows.ts';
import { startDatabase } from './startDatabase.ts';

/** The last token that was kept on the device, for calls while the provider is not asked. */
export function keptToken() {
  return lastToken(startDatabase);
}

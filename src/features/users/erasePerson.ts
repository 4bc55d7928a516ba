import { call } from '../../api/client.ts';
import { apply } from '../../cache/apply.ts';
import type { Erased } from '../../contract/people.ts';

/**
 * Erases a person; nothing brings it back.
 *
 * @param key of the one intent, so that a retry after a lost answer gets the answer
 * @throws ApiError
 */
export async function erasePerson(email: string, keepCompany: boolean, key: string): Promise<Erased> {
  const erased = await call('erasePerson', { body: { email, keepCompany }, idempotencyKey: key });
  apply({ kind: 'user-erased', email });
  return erased;
}

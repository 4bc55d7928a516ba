import { ownCall } from '../../api/ownCall.ts';
import { queryClient } from '../../api/queries.ts';
import type { Erased } from '../../contract/people.ts';
import { peopleChanged } from '../../outbox/caches.ts';

/**
 * Erases a person; nothing brings it back.
 *
 * @param key of the one intent, so that a retry after a lost answer gets the answer
 * @throws ApiError
 */
export async function erasePerson(email: string, keepCompany: boolean, key: string): Promise<Erased> {
  const erased = await ownCall('erasePerson', { body: { email, keepCompany }, idempotencyKey: key });
  queryClient.removeQueries({ queryKey: ['profile', email] });
  peopleChanged();
  return erased;
}

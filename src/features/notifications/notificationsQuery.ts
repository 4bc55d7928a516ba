import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/ApiError.ts';
import { call } from '../../api/client.ts';
import { keys } from '../../api/queries.ts';
import type { Notifications } from '../../contract/notifications.ts';

/** How the reader is told of things; null of a service that sends no notifications. */
export function notificationsQuery(email: string) {
  return queryOptions({
    queryKey: keys.notifications(email),
    async queryFn({ signal }): Promise<Notifications | null> {
      try {
        return await call('notifications', { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
}

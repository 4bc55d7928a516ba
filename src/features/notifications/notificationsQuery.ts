import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../api/ApiError.ts';
import { ownCall } from '../../api/ownCall.ts';
import { queryClient } from '../../api/queries.ts';
import type { Notifications } from '../../contract/notifications.ts';

/** How the reader is told of things; null of a service that sends no notifications. */
export function notificationsQuery(email: string) {
  return queryOptions({
    queryKey: ['notifications', email],
    async queryFn({ signal }): Promise<Notifications | null> {
      try {
        return await ownCall('notifications', { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
}

/** Shows a change that is known before it is read. */
export function changeNotifications(email: string, change: (known: Notifications) => Notifications): void {
  queryClient.setQueryData(notificationsQuery(email).queryKey, (known) => known && change(known));
}

export function readNotificationsAnew(email: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: notificationsQuery(email).queryKey });
}

import {
  defaultNotificationSettings,
  type NotificationSettings,
} from '../../../src/contract/users/notifications.ts';
import type { Queryable } from '../db/db.ts';

/** Returns the settings of a row; null stands for a user who has saved none. */
export function settingsOf(stored: NotificationSettings | null): NotificationSettings {
  return stored ?? defaultNotificationSettings;
}

/** Returns the settings of a user. */
export async function readSettings(db: Queryable, email: string): Promise<NotificationSettings> {
  const [row] = await db.query<{ settings: NotificationSettings }>(
    'select settings from notification_settings where email = $1',
    [email],
  );
  return settingsOf(row?.settings ?? null);
}

/** Saves the settings of a user. @param now epoch seconds */
export async function saveSettings(
  db: Queryable,
  email: string,
  settings: NotificationSettings,
  now: number,
): Promise<void> {
  await db.query(
    `insert into notification_settings (email, settings, updated) values ($1, $2::jsonb, $3)
      on conflict (email) do update set settings = excluded.settings, updated = excluded.updated`,
    [email, JSON.stringify(settings), now],
  );
}

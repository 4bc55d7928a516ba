import * as v from 'valibot';
import { NotificationSettingsForm } from '../../../src/contract/notificationForms.ts';
import {
  defaultNotificationSettings,
  type NotificationSettings,
} from '../../../src/contract/notifications.ts';
import type { Queryable } from '../db/db.ts';

/** Returns stored settings, which may be of an earlier version of the contract. */
export function settingsOf(stored: unknown): NotificationSettings {
  const result = v.safeParse(NotificationSettingsForm, stored);
  if (!result.success) return defaultNotificationSettings;
  const { kinds, ...settings } = result.output;
  return { ...settings, kinds: { ...defaultNotificationSettings.kinds, ...kinds } };
}

/** Returns the settings of a user. */
export async function readSettings(db: Queryable, email: string): Promise<NotificationSettings> {
  const [row] = await db.query<{ settings: unknown }>(
    'select settings from notification_settings where email = $1',
    [email],
  );
  return settingsOf(row?.settings);
}

/** @param now epoch seconds */
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

import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { apply } from '../../cache/apply.ts';
import type { NotificationSettings } from '../../contract/notifications.ts';

type Saving = { state: 'saved' | 'saving' } | { state: 'failed'; why: string };

/**
 * Settings that are saved as they are changed. What was chosen stays on the screen whatever comes of it; a later choice is saved
 * after the one before it.
 */
export function useNoticeSettings(email: string, saved: NotificationSettings) {
  const [chosen, setChosen] = useState<NotificationSettings | null>(null);
  const [saving, setSaving] = useState<Saving | null>(null);
  const next = useRef<NotificationSettings | null>(null);
  const isSaving = useRef(false);

  async function save() {
    if (isSaving.current) return;
    isSaving.current = true;
    setSaving({ state: 'saving' });
    try {
      for (let sent = next.current; sent; sent = next.current) {
        const settings = await call('saveNotificationSettings', { body: sent });
        apply({ kind: 'notifications-changed', email, change: (known) => ({ ...known, settings }) });
        if (next.current === sent) next.current = null;
      }
      setChosen(null);
      setSaving({ state: 'saved' });
    } catch (error) {
      setSaving({ state: 'failed', why: error instanceof Error ? error.message : String(error) });
    } finally {
      isSaving.current = false;
    }
  }

  function change(changed: Partial<NotificationSettings>) {
    const settings = { ...(next.current ?? saved), ...changed };
    next.current = settings;
    setChosen(settings);
    void save();
  }

  const retry = useRef(save);
  retry.current = save;
  useEffect(() => {
    const again = () => next.current && void retry.current();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);

  return { settings: chosen ?? saved, saving, change, saveAgain: save };
}

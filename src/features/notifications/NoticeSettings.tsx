import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { apply } from '../../cache/apply.ts';
import { isStaff, type UserType } from '../../contract/enums.ts';
import {
  clientNoticeKinds,
  emailChoices,
  type NoticeKind,
  type NotificationSettings,
  noticeKinds,
  staffNoticeKinds,
} from '../../contract/notifications.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxGroup, RadioGroup } from '../../ui/form/ChoiceGroup.tsx';
import { messageOf } from '../../ui/useAction.ts';
import { QuietHours } from './QuietHours.tsx';

type Props = { email: string; userType: UserType; saved: NotificationSettings };

/** What the user is notified of, and how; the same on all their devices, saved with each change. */
export function NoticeSettings({ email, userType, saved }: Props) {
  const { settings, saving, change, saveAgain } = useNoticeSettings(email, saved);
  const offered: readonly NoticeKind[] = isStaff(userType) ? staffNoticeKinds : clientNoticeKinds;
  return (
    <div className="stack">
      <CheckboxGroup
        label="Tell me of"
        required
        name="kinds"
        options={Object.fromEntries(offered.map((kind) => [kind, noticeKinds[kind]]))}
        value={offered.filter((kind) => settings.kinds[kind])}
        onChange={(chosen) => {
          const kinds = offered.map((kind) => [kind, chosen.includes(kind)]);
          change({ kinds: { ...settings.kinds, ...Object.fromEntries(kinds) } });
        }}
      />
      <CheckboxGroup
        label="What a notification says"
        required
        name="previews"
        options={{ on: 'Show what a message says' }}
        value={settings.previews ? ['on'] : []}
        hint="Off, notifications and letters say only that there is a message, and on which job. On, whoever sees the screen of the device can read it."
        onChange={([on]) => change({ previews: on === 'on' })}
      />
      <QuietHours value={settings.quietHours} onChange={(quietHours) => change({ quietHours })} />
      <RadioGroup
        label="E-mail"
        required
        name="mail"
        options={emailChoices}
        value={settings.mail}
        hint="Of messages that stay unread for a while."
        onChange={(mail) => change({ mail })}
      />
      <div role="status" className="row">
        {saving?.state === 'failed' && (
          <>
            <p>Not saved yet: {saving.why} What you chose stays here until it is.</p>
            <Button onClick={() => void saveAgain()}>Save again</Button>
          </>
        )}
        {saving?.state === 'saving' && <p className="small soft">Saving…</p>}
        {saving?.state === 'saved' && <p className="small soft">Saved.</p>}
      </div>
    </div>
  );
}

type Saving = { state: 'saved' | 'saving' } | { state: 'failed'; why: string };

/**
 * Saves settings with each change, one request after the other. What was chosen stays on the screen, also where it could not be
 * saved; it is saved again once the browser is online.
 */
function useNoticeSettings(email: string, saved: NotificationSettings) {
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
      setSaving({ state: 'failed', why: messageOf(error) });
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

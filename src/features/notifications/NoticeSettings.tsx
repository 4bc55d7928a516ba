import { useEffect, useRef, useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { apply } from '../../cache/apply.ts';
import { isStaff, type UserType } from '../../contract/enums.ts';
import {
  clientNoticeKinds,
  emailChoices,
  type NoticeKind,
  noticeKinds,
  staffNoticeKinds,
} from '../../contract/users/notificationForms.ts';
import { NotificationSettings, Notifications } from '../../contract/users/notifications.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxGroup, RadioGroup } from '../../ui/form/ChoiceGroup.tsx';
import { messageOf } from '../../ui/useAction.ts';
import { QuietHours } from './QuietHours.tsx';

type Props = { email: string; userType: UserType; saved: NotificationSettings };

/** What the user is notified of, and how; the same on all their devices, saved with each change. */
export function NoticeSettings({ email, userType, saved }: Props) {
  const { settings, saving, change, saveAgain } = useNoticeSettings(email, saved);
  const kinds: readonly NoticeKind[] = isStaff(userType) ? staffNoticeKinds : clientNoticeKinds;
  const offered = kinds.filter((kind) => settings.kinds[kind] !== undefined);
  return (
    <div className="stack">
      <CheckboxGroup
        label="Notify me about"
        required
        name="kinds"
        options={Object.fromEntries(offered.map((kind) => [kind, noticeKinds[kind]]))}
        value={offered.filter((kind) => settings.kinds[kind])}
        onChange={(chosen) => {
          const turned = offered.filter((kind) => chosen.includes(kind) !== settings.kinds[kind]);
          change({ kinds: Object.fromEntries(turned.map((kind) => [kind, chosen.includes(kind)])) as Kinds });
        }}
      />
      <CheckboxGroup
        label="Message previews"
        required
        name="previews"
        options={{ on: 'Show message text in notifications' }}
        value={settings.previews ? ['on'] : []}
        hint="Off by default. When off, notifications show only the job. When on, anyone who can see your screen can read the message."
        onChange={([on]) => change({ previews: on === 'on' })}
      />
      <QuietHours value={settings.quietHours} onChange={(quietHours) => change({ quietHours })} />
      <RadioGroup
        label="Email"
        required
        name="mail"
        options={emailChoices}
        value={settings.mail}
        hint="Sent for updates you haven’t seen after about 10 minutes. By default, only if notifications are off on all your devices, or none of them was in use for 2 weeks."
        onChange={(mail) => change({ mail })}
      />
      <div role="status" className="row">
        {saving?.state === 'failed' && (
          <>
            <p>Couldn’t save. {saving.why} Your choices stay here so you can try again.</p>
            <Button onClick={() => void saveAgain()}>Try again</Button>
          </>
        )}
        {saving?.state === 'saving' && <p className="small soft">Saving…</p>}
        {saving?.state === 'saved' && <p className="small soft">Saved.</p>}
      </div>
    </div>
  );
}

type Saving = { state: 'saved' | 'saving' } | { state: 'failed'; why: string };

type Kinds = Partial<NotificationSettings['kinds']>;

/** What was changed here. */
type Changes = Partial<Omit<NotificationSettings, 'kinds'>> & { kinds?: Kinds };

function withChanges(settings: NotificationSettings, { kinds, ...others }: Changes): NotificationSettings {
  return { ...settings, ...others, kinds: { ...settings.kinds, ...kinds } };
}

/**
 * Saves what is changed, one request after the other, over the settings as they are then: they may have been changed on another device,
 * or by the link of an email. Choices that could not be saved stay on the screen, and are saved once the browser is online.
 */
function useNoticeSettings(email: string, saved: NotificationSettings) {
  const [chosen, setChosen] = useState<Changes>({});
  const [saving, setSaving] = useState<Saving | null>(null);
  const next = useRef<Changes | null>(null);
  const isSaving = useRef(false);

  async function save() {
    if (isSaving.current) return;
    isSaving.current = true;
    setSaving({ state: 'saving' });
    try {
      for (let sent = next.current; sent; sent = next.current) {
        const now = checked(Notifications, await call('notifications', {}));
        const body = withChanges(now.settings, sent);
        const settings = checked(NotificationSettings, await call('saveNotificationSettings', { body }));
        apply({ kind: 'notifications-changed', email, change: (known) => ({ ...known, settings }) });
        if (next.current === sent) next.current = null;
      }
      setChosen({});
      setSaving({ state: 'saved' });
    } catch (error) {
      setSaving({ state: 'failed', why: messageOf(error) });
    } finally {
      isSaving.current = false;
    }
  }

  function change(changed: Changes) {
    const before: Changes = next.current ?? {};
    const changes = { ...before, ...changed, kinds: { ...before.kinds, ...changed.kinds } };
    next.current = changes;
    setChosen(changes);
    void save();
  }

  const retry = useRef(save);
  retry.current = save;
  useEffect(() => {
    const again = () => next.current && void retry.current();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);

  return { settings: withChanges(saved, chosen), saving, change, saveAgain: save };
}

import { isStaff, type UserType } from '../../contract/enums.ts';
import {
  clientNoticeKinds,
  mailChoices,
  type NoticeKind,
  type NotificationSettings,
  noticeKinds,
  staffNoticeKinds,
} from '../../contract/notifications.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxGroup } from '../../ui/CheckboxGroup.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { QuietHours } from './QuietHours.tsx';
import { useNoticeSettings } from './useNoticeSettings.ts';

type Props = { email: string; userType: UserType; saved: NotificationSettings };

function kindsOf(userType: UserType): readonly NoticeKind[] {
  return isStaff(userType) ? staffNoticeKinds : clientNoticeKinds;
}

/** What the reader is told of, and how; the same on all their devices, saved as it is changed. */
export function NoticeSettings({ email, userType, saved }: Props) {
  const { settings, saving, change, saveAgain } = useNoticeSettings(email, saved);
  const offered = kindsOf(userType);
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
        options={mailChoices}
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

import { queryOptions, useQuery } from '@tanstack/react-query';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { keys } from '../../api/queries.ts';
import { apply } from '../../cache/apply.ts';
import { Notifications } from '../../contract/users/notifications.ts';
import type { PushState } from '../../device/push.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { TryAgain } from '../../ui/feedback/TryAgain.tsx';
import { Section } from '../../ui/Section.tsx';
import { DeviceList } from './DeviceList.tsx';
import { NoticeSettings } from './NoticeSettings.tsx';
import { type PushAction, pushText } from './pushText.ts';
import { TestPush } from './TestPush.tsx';
import { usePush } from './usePush.ts';

const actionLabels: Readonly<Record<PushAction, string>> = {
  'switch-on': 'Turn on notifications',
  'try-again': 'Try again',
  repair: 'Fix notifications',
  'switch-off': 'Turn off on this device',
};

type Props = {
  email: string;
  push: PushState;
  /** Undefined until they are loaded. */
  known: Notifications | undefined;
  busy: PushAction | null;
  act: (action: PushAction) => Promise<void>;
};

/** Shows whether this device is notified, and what can be done about it. */
function ThisDevice({ email, push, known, busy, act }: Props) {
  const deviceId = push.state === 'on' ? push.deviceId : '';
  const device = known ? known.devices.find((one) => one.deviceId === deviceId) : null;
  const { message, steps, actions } = pushText(push, device, navigator.userAgent);
  // Takes the room of the usual text, so that nothing moves once it is loaded.
  const unseen = push.state === 'unknown' ? ({ visibility: 'hidden' } as const) : undefined;
  return (
    <div className="stack" data-tight="" style={unseen}>
      <p role="status">{message}</p>
      {steps && (
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {actions.length > 0 && (
        <div className="row">
          {actions.map((action) => (
            <Button
              key={action}
              variant={action === 'switch-off' ? 'secondary' : 'primary'}
              busy={busy === action}
              onClick={() => void act(action)}
            >
              {actionLabels[action]}
            </Button>
          ))}
        </div>
      )}
      {device && <TestPush email={email} device={device} repair={() => act('repair')} />}
    </div>
  );
}

/** Reads how the user is notified, here and elsewhere. */
function useNotifications() {
  const { email } = useProfile();
  const query = useQuery(notificationsQuery(email));
  const { push, busy, act } = usePush(() => apply({ kind: 'notifications-outdated', email }));
  return { query, device: { email, push, known: query.data, busy, act } };
}

/** Whether this device is notified, with a test. */
export function OwnDevice() {
  return <ThisDevice {...useNotifications().device} />;
}

/** How the user is notified: on this device, on their others, of what and when. */
export function NotificationsSection() {
  const { userType } = useProfile();
  const { query, device } = useNotifications();
  const { email, push, known, act } = device;
  return (
    <Section id="notifications" title="Notifications">
      <div className="stack" data-tight="">
        <h3>This device</h3>
        <ThisDevice {...device} />
      </div>
      {query.isPending && (
        <div aria-busy="true">
          <Skeleton height="24rem" />
        </div>
      )}
      {query.isError && !known && <TryAgain query={query} what="notification settings" />}
      {known && (
        <>
          <div className="stack" data-tight="">
            <h3>Your devices</h3>
            <DeviceList
              email={email}
              devices={known.devices}
              ownId={push.state === 'on' ? push.deviceId : ''}
              switchOff={() => act('switch-off')}
            />
          </div>
          <div className="stack" data-tight="">
            <h3>Settings for all devices</h3>
            <NoticeSettings email={email} userType={userType} saved={known.settings} />
          </div>
        </>
      )}
    </Section>
  );
}

/** Reads the user's devices and settings. */
function notificationsQuery(email: string) {
  return queryOptions({
    queryKey: keys.notifications(email),
    queryFn: async ({ signal }) => checked(Notifications, await call('notifications', { signal })),
  });
}

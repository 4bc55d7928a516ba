import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/ApiError.ts';
import { call } from '../../api/client.ts';
import { keys } from '../../api/queries.ts';
import { apply } from '../../cache/apply.ts';
import type { Notifications } from '../../contract/notifications.ts';
import type { PushState } from '../../device/push.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TryAgain } from '../../ui/TryAgain.tsx';
import { DeviceList } from './DeviceList.tsx';
import { NoticeSettings } from './NoticeSettings.tsx';
import { type PushAction, pushWords } from './pushWords.ts';
import { TestPush } from './TestPush.tsx';
import { usePush } from './usePush.ts';

const labels: Readonly<Record<PushAction, string>> = {
  'switch-on': 'Switch on notifications',
  'try-again': 'Try again',
  repair: 'Repair',
  'switch-off': 'Switch off on this device',
};

type Props = {
  email: string;
  push: PushState;
  /** As far as the service has told. */
  known: Notifications | undefined;
  busy: PushAction | null;
  act: (action: PushAction) => Promise<void>;
};

/** Whether this device is notified, and the one thing to do about it. */
function ThisDevice({ email, push, known, busy, act }: Props) {
  const deviceId = push.state === 'on' ? push.deviceId : '';
  const device = known ? known.devices.find((one) => one.deviceId === deviceId) : null;
  const { says, steps, actions } = pushWords(push, device, navigator.userAgent);
  // Holds the room of the usual answer, so that nothing moves when it comes.
  const unseen = push.state === 'unknown' ? ({ visibility: 'hidden' } as const) : undefined;
  return (
    <div className="stack" data-tight="" style={unseen}>
      <p role="status">{says}</p>
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
              {labels[action]}
            </Button>
          ))}
        </div>
      )}
      {device && <TestPush email={email} device={device} repair={() => act('repair')} />}
    </div>
  );
}

/** How the reader is told of things: on this device, on their others, of what and when. */
export function NotificationsSection() {
  const { email, userType } = useProfile();
  const query = useQuery(notificationsQuery(email));
  const { push, busy, act } = usePush(() => apply({ kind: 'notifications-outdated', email }));
  const known = query.data;
  const isNone = known === null || push.state === 'none';
  return (
    <section className="sheet stack" aria-labelledby="notifications">
      <h2 id="notifications" className="section-title">
        Notifications
      </h2>
      {isNone && <p>This service sends no notifications.</p>}
      {!isNone && (
        <>
          <div className="stack" data-tight="">
            <h3>This device</h3>
            <ThisDevice email={email} push={push} known={known} busy={busy} act={act} />
          </div>
          {query.isPending && <Loading />}
          {query.isError && !known && <TryAgain query={query} />}
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
                <h3>What you are told</h3>
                <NoticeSettings email={email} userType={userType} saved={known.settings} />
              </div>
            </>
          )}
        </>
      )}
    </section>
  );
}

function Loading() {
  return (
    <div aria-busy="true">
      <Skeleton height="24rem" />
    </div>
  );
}

/** How the reader is told of things; null of a service that sends no notifications. */
function notificationsQuery(email: string) {
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

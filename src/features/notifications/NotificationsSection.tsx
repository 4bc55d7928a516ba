import { useQuery } from '@tanstack/react-query';
import { apply } from '../../cache/apply.ts';
import { useProfile } from '../../session/useSession.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TryAgain } from '../../ui/TryAgain.tsx';
import { DeviceList } from './DeviceList.tsx';
import { NoticeSettings } from './NoticeSettings.tsx';
import { notificationsQuery } from './notificationsQuery.ts';
import { ThisDevice } from './ThisDevice.tsx';
import { usePush } from './usePush.ts';

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

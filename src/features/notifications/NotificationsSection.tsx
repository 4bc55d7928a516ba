import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { keys } from '../../api/queries.ts';
import { apply } from '../../cache/apply.ts';
import type { Device, Notifications } from '../../contract/notifications.ts';
import type { PushState } from '../../device/push.ts';
import { exactTime, machineTime } from '../../format/date.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { TryAgain } from '../../ui/feedback/TryAgain.tsx';
import { toastError } from '../../ui/feedback/toastError.ts';
import { messageOf, useAction } from '../../ui/useAction.ts';
import { DeviceList } from './DeviceList.tsx';
import { NoticeSettings } from './NoticeSettings.tsx';
import { type PushAction, pushText } from './pushText.ts';
import styles from './TestPush.module.css';
import { progressOf, type TestStep } from './testProgress.ts';
import { usePush } from './usePush.ts';

type TestPushProps = { email: string; device: Device; repair: () => Promise<void> };

const pollEveryMs = 1000;
const nowSeconds = () => Date.now() / 1000;

/** A test that was requested here. `testId` is empty until the server has accepted it, `error` unless it refused. */
type RequestedTest = { at: number; testId: string; error: string };

const unknownTest = { queued: null, accepted: null, shown: null, error: '' };

function useTestPush(email: string, device: Device) {
  const { current } = usePush();
  const [requested, setRequested] = useState<RequestedTest | null>(null);
  const [now, setNow] = useState(nowSeconds);
  const known = requested && device.test?.testId === requested.testId ? device.test : unknownTest;
  const test = { ...known, error: requested?.error || known.error };
  const progress = requested && progressOf(test, device.service, requested.at, now);
  const isRunning = Boolean(requested?.testId) && progress?.isOver === false;

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => {
      setNow(nowSeconds());
      apply({ kind: 'notifications-outdated', email });
    }, pollEveryMs);
    return () => clearInterval(timer);
  }, [isRunning, email]);

  async function start() {
    const at = nowSeconds();
    setNow(at);
    setRequested({ at, testId: '', error: '' });
    const push = current();
    const deviceId = push.state === 'on' ? push.deviceId : device.deviceId;
    try {
      const started = await call('testDevice', { body: { deviceId } });
      apply({
        kind: 'notifications-changed',
        email,
        change: ({ devices, ...others }) => ({
          ...others,
          devices: devices.map((one) => (one.deviceId === deviceId ? { ...one, test: started } : one)),
        }),
      });
      setRequested({ at, testId: started.testId, error: '' });
    } catch (error) {
      setRequested({ at, testId: '', error: messageOf(error) });
    }
  }
  const isStarting = requested !== null && requested.testId === '' && requested.error === '';
  return { progress, start, busy: isStarting || isRunning };
}

/** Sends a test push and follows it to this device. */
function TestPush({ email, device, repair }: TestPushProps) {
  const { progress, start, busy } = useTestPush(email, device);
  const repairing = useAction(async () => {
    await repair();
    await start();
  }, toastError);
  return (
    <div className="stack" data-tight="">
      <div className="row">
        <Button busy={busy} onClick={() => void start()}>
          Send test notification
        </Button>
        {progress?.isRepairable && (
          <Button variant="primary" busy={repairing.busy} onClick={repairing.run}>
            Fix and test again
          </Button>
        )}
      </div>
      {progress && (
        <ol className={styles.steps} aria-label="Test progress">
          {progress.steps.map((step) => (
            <Step key={step.label} step={step} />
          ))}
        </ol>
      )}
      <div role="status">
        <p>{progress?.message}</p>
        {progress?.hint && <p className="small soft">{progress.hint}</p>}
      </div>
    </div>
  );
}

const stateLabels = { done: 'Done', waits: 'Waiting', stopped: 'Stopped here' } as const;

function Step({ step: { label, done, state } }: { step: TestStep }) {
  return (
    <li data-state={state}>
      <span>{label}</span>
      {done === null ? (
        <span className="soft">{stateLabels[state]}</span>
      ) : (
        <time className="code soft" dateTime={machineTime(done)} title={exactTime(done)}>
          {new Date(done * 1000).toLocaleTimeString('en-US')}
        </time>
      )}
    </li>
  );
}

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

/** How the user is notified: on this device, on their others, of what and when. */
export function NotificationsSection() {
  const { email, userType } = useProfile();
  const query = useQuery(notificationsQuery(email));
  const { push, busy, act } = usePush(() => apply({ kind: 'notifications-outdated', email }));
  const known = query.data;
  return (
    <section className="sheet stack" aria-labelledby="notifications">
      <h2 id="notifications" className="section-title">
        Notifications
      </h2>
      <div className="stack" data-tight="">
        <h3>This device</h3>
        <ThisDevice email={email} push={push} known={known} busy={busy} act={act} />
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
    </section>
  );
}

/** Reads the user's devices and settings. */
function notificationsQuery(email: string) {
  return queryOptions({
    queryKey: keys.notifications(email),
    queryFn: ({ signal }) => call('notifications', { signal }),
  });
}

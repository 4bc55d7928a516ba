import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/ApiError.ts';
import { call } from '../../api/client.ts';
import { keys } from '../../api/queries.ts';
import { apply } from '../../cache/apply.ts';
import type { Device, Notifications, PushTest } from '../../contract/notifications.ts';
import type { PushState } from '../../device/push.ts';
import { exactTime, machineTime } from '../../format/date.ts';
import { useProfile } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { TryAgain } from '../../ui/feedback/TryAgain.tsx';
import { DeviceList } from './DeviceList.tsx';
import { NoticeSettings } from './NoticeSettings.tsx';
import { type PushAction, pushWords } from './pushWords.ts';
import styles from './TestPush.module.css';
import { courseOf, type TestStep } from './testSteps.ts';
import { usePush } from './usePush.ts';

type TestPushProps = { email: string; device: Device; repair: () => Promise<void> };

const lookEveryMs = 1000;
const seconds = () => Date.now() / 1000;

/** What is known of the test that was asked for here; null before anybody pressed. */
type Asked = { at: number; testId: string; error: string } | null;

function useTest(email: string, device: Device) {
  const { current } = usePush();
  const [asked, setAsked] = useState<Asked>(null);
  const [now, setNow] = useState(seconds);
  const test = asked && device.test?.testId === asked.testId ? device.test : null;
  const said = asked?.error ? { queued: null, accepted: null, shown: null, error: asked.error } : test;
  const course = asked && courseOf(said as PushTest | null, device.service, asked.at, now);
  const isUnderWay = asked !== null && asked.testId !== '' && course?.isOver === false;

  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => {
      setNow(seconds());
      apply({ kind: 'notifications-outdated', email });
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [isUnderWay, email]);

  async function ask() {
    const at = seconds();
    setNow(at);
    setAsked({ at, testId: '', error: '' });
    const push = current();
    const deviceId = push.state === 'on' ? push.deviceId : device.deviceId;
    try {
      const begun = await call('testDevice', { body: { deviceId } });
      apply({
        kind: 'notifications-changed',
        email,
        change: ({ devices, ...known }) => ({
          ...known,
          devices: devices.map((one) => (one.deviceId === deviceId ? { ...one, test: begun } : one)),
        }),
      });
      setAsked({ at, testId: begun.testId, error: '' });
    } catch (error) {
      setAsked({ at, testId: '', error: error instanceof Error ? error.message : String(error) });
    }
  }
  return { course, ask, isAsking: asked !== null && asked.testId === '' && asked.error === '', isUnderWay };
}

/** One push, followed on its way to this device. */
function TestPush({ email, device, repair }: TestPushProps) {
  const { course, ask, isAsking, isUnderWay } = useTest(email, device);
  const [repairing, setRepairing] = useState(false);

  async function repairAndTest() {
    setRepairing(true);
    await repair();
    setRepairing(false);
    await ask();
  }
  return (
    <div className="stack" data-tight="">
      <div className="row">
        <Button busy={isAsking || isUnderWay} onClick={() => void ask()}>
          Send me a test
        </Button>
        {course?.repair && (
          <Button variant="primary" busy={repairing} onClick={() => void repairAndTest()}>
            Repair and test again
          </Button>
        )}
      </div>
      {course && (
        <ol className={styles.steps} aria-label="The way of the test">
          {course.steps.map((step) => (
            <Step key={step.words} step={step} />
          ))}
        </ol>
      )}
      <p role="status">{course?.says}</p>
    </div>
  );
}

const stateWords = { done: 'done', waits: 'not yet', stopped: 'stops here' } as const;

function Step({ step: { words, done, state } }: { step: TestStep }) {
  return (
    <li data-state={state}>
      <span>{words}</span>
      {done === null ? (
        <span className="soft">{stateWords[state]}</span>
      ) : (
        <time className="code soft" dateTime={machineTime(done)} title={exactTime(done)}>
          {new Date(done * 1000).toLocaleTimeString('en-US', { hourCycle: 'h23' })}
        </time>
      )}
    </li>
  );
}

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

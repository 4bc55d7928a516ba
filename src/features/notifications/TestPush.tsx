import { useEffect, useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { apply } from '../../cache/apply.ts';
import { type Device, PushTest } from '../../contract/users/notifications.ts';
import { exactTime, machineTime } from '../../format/date.ts';
import { Button } from '../../ui/Button.tsx';
import { toastError } from '../../ui/feedback/toastError.ts';
import { messageOf, useAction } from '../../ui/useAction.ts';
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
      const started = checked(PushTest, await call('testDevice', { body: { deviceId } }));
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
export function TestPush({ email, device, repair }: TestPushProps) {
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

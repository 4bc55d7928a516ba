import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { apply } from '../../cache/apply.ts';
import type { Device, PushTest } from '../../contract/notifications.ts';
import { exactTime, machineTime } from '../../format/date.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './TestPush.module.css';
import { courseOf, type TestStep } from './testSteps.ts';
import { usePush } from './usePush.ts';

type Props = { email: string; device: Device; repair: () => Promise<void> };

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
export function TestPush({ email, device, repair }: Props) {
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

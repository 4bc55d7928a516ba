import type { Notifications } from '../../contract/notifications.ts';
import type { PushState } from '../../device/push.ts';
import { Button } from '../../ui/Button.tsx';
import { type PushAction, pushWords } from './pushWords.ts';
import { TestPush } from './TestPush.tsx';

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
export function ThisDevice({ email, push, known, busy, act }: Props) {
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

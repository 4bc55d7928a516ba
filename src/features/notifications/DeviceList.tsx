import { call } from '../../api/client.ts';
import { apply } from '../../cache/apply.ts';
import type { Device } from '../../contract/users/notifications.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Fact } from '../../ui/Fact.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { toastError, toastFailure } from '../../ui/feedback/toastError.ts';
import { Time } from '../../ui/text/Time.tsx';
import { useAction } from '../../ui/useAction.ts';
import styles from './DeviceList.module.css';

type Props = { email: string; devices: readonly Device[]; ownId: string; switchOff: () => Promise<void> };

/** Lists the user's devices that are notified, and how delivery to each goes. */
export function DeviceList({ email, devices, ownId, switchOff }: Props) {
  if (devices.length === 0) return <p className="soft">None of your devices get notifications yet.</p>;

  async function remove({ deviceId, label }: Device) {
    if (deviceId === ownId) return switchOff();
    try {
      await call('removeDevice', { body: { deviceId } });
      apply({
        kind: 'notifications-changed',
        email,
        change: ({ devices, ...known }) => ({
          ...known,
          devices: devices.filter((one) => one.deviceId !== deviceId),
        }),
      });
      // Each start of the app registers its device again (`device/push.ts`).
      toast(`Notifications are off for ${label} until EV Jobs is opened on it.`, { tone: 'good' });
    } catch (error) {
      toastFailure(`remove ${label}`, error);
    }
  }
  return (
    <ul className={styles.devices}>
      {devices.map((device) => (
        <DeviceRow
          key={device.deviceId}
          device={device}
          isOwn={device.deviceId === ownId}
          remove={() => remove(device)}
        />
      ))}
    </ul>
  );
}

type RowProps = { device: Device; isOwn: boolean; remove: () => Promise<void> };

function DeviceRow({ device, isOwn, remove }: RowProps) {
  const { label, service, createdTimestamp, acceptedTimestamp, shownTimestamp, error, state } = device;
  const { busy, run } = useAction(remove, toastError);
  return (
    <li>
      <div className={styles.head}>
        <h4 dir="auto">{label}</h4>
        {isOwn && <Badge tone="blue">This device</Badge>}
        {state !== 'SUBSCRIBED' && (
          <Badge tone="stamp">{state === 'GONE' ? 'Disconnected' : 'Not delivering'}</Badge>
        )}
      </div>
      <dl className="facts">
        <Fact name="Added">{timeOf(createdTimestamp)}</Fact>
        <Fact name="Last sent">{timeOf(acceptedTimestamp)}</Fact>
        <Fact name="Last delivered">{timeOf(shownTimestamp)}</Fact>
        <Fact name="Delivered through">{service}</Fact>
      </dl>
      {error && <p>{error}</p>}
      <Button busy={busy} aria-label={`Remove ${label}`} onClick={run}>
        Remove
      </Button>
    </li>
  );
}

function timeOf(seconds: number | null) {
  return seconds === null ? 'Never' : <Time seconds={seconds} />;
}

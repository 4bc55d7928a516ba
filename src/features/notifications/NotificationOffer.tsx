import { useState } from 'react';
import type { PushState } from '../../device/push.ts';
import { readStored, writeStored } from '../../storage.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { pushText } from './pushText.ts';
import { usePush } from './usePush.ts';

/** Belongs to the device, not to a user: it outlives a sign-out. */
const storageKey = 'push-offer';

/** Tells whether notifications are off and were never offered on this device. Where storage is denied, the offer would come each time. */
function isOffered({ state }: PushState): boolean {
  return state === 'off' && readStored(storageKey) === null;
}

/** Offers notifications, once: either button removes the offer for good. */
export function NotificationOffer() {
  const { push, current, busy, act } = usePush();
  // A push state that is known later does not move what is being read.
  const [offered, setOffered] = useState(() => isOffered(push));
  if (!offered) return null;

  function answer() {
    writeStored(storageKey, 'answered');
    setOffered(false);
  }

  async function switchOn() {
    await act('switch-on');
    answer();
    const { message } = pushText(current(), null, navigator.userAgent);
    toast(message, { tone: current().state === 'on' ? 'good' : 'plain' });
  }
  return (
    <aside className="row" data-ends="" aria-label="Notifications">
      <p>Get notified about replies, even when EV Jobs is closed.</p>
      <div className="row">
        <Button busy={busy !== null} onClick={() => void switchOn()}>
          Turn on notifications
        </Button>
        <Button variant="quiet" onClick={answer}>
          Not now
        </Button>
      </div>
    </aside>
  );
}

import { useState } from 'react';
import type { PushState } from '../../device/push.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { pushWords } from './pushWords.ts';
import { usePush } from './usePush.ts';

/** Of the device, not of a person: it outlives a sign-out. */
const key = 'push-offer';

/** Whether notifications can be switched on here, are not, and nobody was asked about it on this device. */
function isOffered({ state }: PushState): boolean {
  if (state !== 'off') return false;
  try {
    return localStorage.getItem(key) === null;
  } catch {
    // Where nothing is kept it would be asked again and again.
    return false;
  }
}

function offerNoMore(): void {
  try {
    localStorage.setItem(key, 'answered');
  } catch (error) {
    console.warn('This browser does not keep that the question was answered:', error);
  }
}

/** One quiet line, once: whoever writes messages may want to hear of the answer. Gone for good after either button. */
export function NotificationOffer() {
  const { push, current, busy, act } = usePush();
  // What is found out later is no reason to move what is being read.
  const [offered, setOffered] = useState(() => isOffered(push));
  if (!offered) return null;

  function answer() {
    offerNoMore();
    setOffered(false);
  }

  async function switchOn() {
    await act('switch-on');
    answer();
    const { says } = pushWords(current(), null, navigator.userAgent);
    toast(says, { tone: current().state === 'on' ? 'good' : 'plain' });
  }
  return (
    <aside className="row" data-ends="" aria-label="Notifications">
      <p>Do you want to hear of answers while EV Jobs is closed, too?</p>
      <div className="row">
        <Button busy={busy !== null} onClick={() => void switchOn()}>
          Switch on notifications
        </Button>
        <Button variant="quiet" onClick={answer}>
          No, thanks
        </Button>
      </div>
    </aside>
  );
}

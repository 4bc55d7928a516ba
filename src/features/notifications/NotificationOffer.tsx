import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.ts';
import { isOffered, offerNoMore } from './offer.ts';
import { pushWords } from './pushWords.ts';
import { usePush } from './usePush.ts';

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

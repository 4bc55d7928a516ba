import type { PushTest } from '../../contract/notifications.ts';

/** A step of one push. `done`: when, in seconds; null for steps that wait or stopped. */
export type TestStep = { label: string; done: number | null; state: 'done' | 'waits' | 'stopped' };

type TestProgress = {
  steps: readonly TestStep[];
  isOver: boolean;
  /** Why it stopped, or what to check; empty while it goes on. */
  message: string;
  /** A new subscription may help. */
  isRepairable: boolean;
};

const lateAfterSeconds = 30;

/**
 * Returns how far a test push got, and where it stopped.
 *
 * @param service the push service's host
 * @param asked when the user pressed the button, in seconds, like `now`
 */
export function progressOf(
  test: Pick<PushTest, 'accepted' | 'shown' | 'error'> & { queued: number | null },
  service: string,
  asked: number,
  now: number,
): TestProgress {
  const times: [label: string, done: number | null][] = [
    ['Asked for', asked],
    ['In the queue of EV Jobs', test.queued],
    [`Taken by ${service}`, test.accepted],
    ['Shown on this device', test.shown],
  ];
  // A push that was shown was accepted, whatever else is known of it.
  const reached = times.findLastIndex(([, done]) => done !== null);
  const isShown = test.shown !== null;
  const failed = test.error !== '' && !isShown;
  const isLate = !isShown && now - asked > lateAfterSeconds;
  const stopsAt = failed || isLate ? reached + 1 : -1;
  const steps = times.map(([label, done], place): TestStep => {
    if (place <= reached) return { label, done, state: 'done' };
    return { label, done: null, state: place === stopsAt ? 'stopped' : 'waits' };
  });
  return {
    steps,
    isOver: isShown || failed || isLate,
    message: isShown
      ? 'It works. If you saw nothing, look whether this device is set to “Do not disturb”, and whether its settings let the browser show notifications.'
      : stopReason(test.error, isLate, test.accepted !== null, service),
    isRepairable: failed || isLate,
  };
}

function stopReason(error: string, isLate: boolean, isTaken: boolean, service: string): string {
  if (error) return error;
  if (!isLate) return '';
  return isTaken
    ? `${service} has taken it, but this device has not shown it yet. A device that saves its battery may be late; a repair helps where the browser has lost its subscription.`
    : `${service} has not taken it yet. EV Jobs goes on trying.`;
}

import type { PushTest } from '../../contract/users/notifications.ts';

/** A step of one push. `done`: when, in seconds; null for steps that wait or stopped. */
export type TestStep = { label: string; done: number | null; state: 'done' | 'waits' | 'stopped' };

type TestProgress = {
  steps: readonly TestStep[];
  isOver: boolean;
  /** How it ended; empty while it continues. */
  message: string;
  /** What to check if nothing was seen, or empty. */
  hint: string;
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
    ['Test requested', asked],
    ['Queued by EV Jobs', test.queued],
    [`Accepted by ${service}`, test.accepted],
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
    message: isShown ? 'It works.' : stopReason(test.error, isLate, test.accepted !== null, service),
    hint: isShown
      ? 'If you didn’t see a notification, check that Do Not Disturb is off and that your device’s settings allow notifications from this browser.'
      : '',
    isRepairable: failed || isLate,
  };
}

function stopReason(error: string, isLate: boolean, isAccepted: boolean, service: string): string {
  if (error) return error;
  if (!isLate) return '';
  return isAccepted
    ? `${service} accepted the test, but it hasn’t shown on this device. Battery saver can delay it. If it doesn’t arrive, select Fix and test again.`
    : `${service} hasn’t accepted the test yet. We’ll keep trying.`;
}

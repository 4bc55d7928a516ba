import type { PushTest } from '../../contract/notifications.ts';

/** A step of one push: when it was done, in seconds; `waits` and `stopped` for those that are not. */
export type TestStep = { words: string; done: number | null; state: 'done' | 'waits' | 'stopped' };

export type TestCourse = {
  steps: readonly TestStep[];
  isOver: boolean;
  /** Why it stopped, or what to look at; empty while it goes on. */
  says: string;
  /** Whether a new subscription may help. */
  repair: boolean;
};

/** A push that is not shown by then is late at least. */
const waitSeconds = 30;

/**
 * How far a test came, and where it stands still.
 *
 * @param service the push service's host
 * @param asked when the person pressed, in seconds, like `now`
 */
export function courseOf(
  test: Pick<PushTest, 'queued' | 'accepted' | 'shown' | 'error'> | null,
  service: string,
  asked: number,
  now: number,
): TestCourse {
  const times: [words: string, done: number | null][] = [
    ['Asked for', asked],
    ['In the queue of EV Jobs', test?.queued ?? null],
    [`Taken by ${service}`, test?.accepted ?? null],
    ['Shown on this device', test?.shown ?? null],
  ];
  // What was shown was taken, whatever else is known of it.
  const reached = times.findLastIndex(([, done]) => done !== null);
  const isShown = test?.shown != null;
  const failed = Boolean(test?.error) && !isShown;
  const isLate = !isShown && now - asked > waitSeconds;
  const stopsAt = failed || isLate ? reached + 1 : -1;
  const steps = times.map(([words, done], place): TestStep => {
    if (place <= reached) return { words, done, state: 'done' };
    return { words, done: null, state: place === stopsAt ? 'stopped' : 'waits' };
  });
  const isTaken = test?.accepted != null;
  return {
    steps,
    isOver: isShown || failed || isLate,
    says: isShown
      ? 'It works. If you saw nothing, look whether this device is set to “Do not disturb”, and whether its settings let the browser show notifications.'
      : sayingOf(test?.error ?? '', isLate, isTaken, service),
    repair: (failed || isLate) && !isShown,
  };
}

function sayingOf(error: string, isLate: boolean, isTaken: boolean, service: string): string {
  if (error) return error;
  if (!isLate) return '';
  return isTaken
    ? `${service} has taken it, but this device has not shown it yet. A device that saves its battery may be late; a repair helps where the browser has lost its subscription.`
    : `${service} has not taken it yet. EV Jobs goes on trying.`;
}

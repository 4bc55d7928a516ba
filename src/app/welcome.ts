import { apiBase } from '../api/base.ts';
import { beginReading } from '../api/headStart.ts';
import { readingsKey } from '../api/readingsKey.ts';
import type { calls, RequestOf } from '../contract/calls.ts';
import { authStorageKey } from '../contract/limits.ts';
import { rowsAtStart } from '../outbox/startRows.ts';
import { holds } from '../session/holds.ts';
import { within } from '../session/within.ts';
import { showLastScreen } from './lastScreen.ts';
import { isFirstList, namedByPage } from './screenPicture.ts';

type Known = { uid: string; email: string };

/** Who was let in when this device was used last. The checks are not loaded yet; the app makes them before it draws anything. */
function remembered(): Known | null {
  try {
    const kept = JSON.parse(localStorage.getItem(authStorageKey) ?? 'null') as
      | (Known & { stage: string })
      | null;
    return kept?.stage === 'active' ? kept : null;
  } catch {
    return null;
  }
}

const path: (typeof calls)['jobs']['path'] = '/v2/evjobs';

/** Asks for the first page of all jobs, word for word as the app will. */
async function beginList({ uid, email }: Known): Promise<void> {
  const { leaving, token } = await rowsAtStart();
  if (leaving || token?.uid !== uid || !holds(token)) return;
  const body: RequestOf<'jobs'> = { username: email };
  beginReading(apiBase() + path, {
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${token.idToken}`, 'content-type': 'application/json' },
    // Where the last reading is shown, an older copy would take news away.
    cache: localStorage.getItem(readingsKey(uid)) === null ? 'no-store' : 'reload',
  });
}

/** Somebody else may be here now, or about to leave; and what waits to be sent is part of the list too. */
async function isStillTrue({ uid }: Known): Promise<boolean> {
  const { leaving, token, waits } = await rowsAtStart();
  return !leaving && !waits && token?.uid === uid;
}

/** Styles that hang, without which nothing is drawn, hold the app up no longer. */
const standsWithinMs = 500;

/** What runs this early may be there before the page's own few elements. */
async function parsed(): Promise<void> {
  while (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }));
  }
}

/**
 * Where the app begins with the list of all jobs: it is asked for, and shown as it was last seen, for whoever this device
 * remembers.
 *
 * @returns when the last screen is drawn, or will not be: whether the list is what comes next
 */
export async function welcome(): Promise<boolean> {
  const known = isFirstList(location) ? remembered() : null;
  if (known) beginList(known).catch(() => undefined);
  await parsed();
  namedByPage();
  if (known) await within(standsWithinMs, showLastScreen(known.uid, isStillTrue(known)), undefined);
  return known !== null;
}

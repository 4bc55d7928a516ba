import { getOwner, getSession, onHeldToken, subscribe } from '../session/session.ts';

type Following = { uid: string; stop: () => void };

let following: Following | null = null;
let isLeaving = false;

function end(): void {
  following?.stop();
  following = null;
}

function follow(uid: string): void {
  if (isLeaving || following?.uid === uid) return;
  end();
  const mine: Following = { uid, stop: () => undefined };
  following = mine;
  import('./live.ts')
    .then(({ followLive }) => {
      if (following === mine) mine.stop = followLive(uid);
    })
    .catch((error: unknown) => {
      if (following === mine) following = null;
      console.warn('What happens is not told as it happens:', error);
    });
}

/**
 * Has this window told what happens to whoever is signed in, and stops as they leave. It begins beside the reading of the
 * profile: what is read after it has begun misses nothing. Called once.
 */
export function startLive(): void {
  let wasSettled = false;
  const look = () => {
    const { stage } = getSession();
    // Only a sign-out goes back to the beginning.
    if (stage === 'loading') isLeaving = wasSettled;
    wasSettled = true;
    const owner = getOwner();
    if (owner && stage !== 'loading') follow(owner.uid);
    else end();
  };
  // It may be known already who is here.
  if (getSession().stage !== 'loading') look();
  subscribe(look);
  onHeldToken(({ uid }) => follow(uid));
}

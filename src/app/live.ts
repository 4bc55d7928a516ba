import { noteTold } from '../api/liveState.ts';
import { getReach, noteReached, onReachChange } from '../api/reach.ts';
import { getSession, refresh, subscribe } from '../session/session.ts';
import { lookAtLine } from './connection.ts';
import { tellBatch, tellGap } from './liveEvents.ts';
import { livePage } from './livePage.ts';
import { hearLive } from './liveWindows.ts';

/** Tells this window what happens, from here on, to the person signed in. @returns what ends it, at once */
export function followLive(uid: string): () => void {
  let ended = false;
  const isStillTheirs = () => !ended;
  const live = hearLive(`ev-live:${uid}`, livePage, {
    onBatch(batch) {
      noteReached();
      tellBatch(batch, isStillTheirs);
    },
    onGap: () => tellGap(isStillTheirs),
    onTold: noteTold,
    onSilence: lookAtLine,
    onRefused() {
      const { stage } = getSession();
      // Whoever has not come that far is refused rightly; of others the rights have changed.
      if (stage === 'active' || stage === 'unapproved') refresh().catch(() => undefined);
    },
  });
  const stops = [
    onReachChange(() => {
      if (getReach().reachable) live.nudge();
    }),
    subscribe(live.nudge),
  ];
  return () => {
    ended = true;
    for (const stop of stops) stop();
    live.stop();
  };
}

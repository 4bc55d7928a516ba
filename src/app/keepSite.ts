import { getReach, onReachChange } from '../api/reach.ts';
import { subscribe } from '../session/session.ts';
import { resumeSite } from '../session/site.ts';

/** Goes on preparing what was wanted for a place without a signal, whenever that may have become possible. Called once. */
export function keepSite(): void {
  const resume = () => void resumeSite();
  resume();
  subscribe(resume);
  onReachChange(() => {
    if (getReach().reachable) resume();
  });
  // Only from then on the worker can answer out of what is kept.
  navigator.serviceWorker?.addEventListener('controllerchange', resume);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') resume();
  });
}

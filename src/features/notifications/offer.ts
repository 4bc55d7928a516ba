import type { PushState } from '../../device/push.ts';

/** Of the device, not of a person: it outlives a sign-out. */
const key = 'push-offer';

/** Whether notifications can be switched on here, are not, and nobody was asked about it on this device. */
export function isOffered({ state }: PushState): boolean {
  if (state !== 'off') return false;
  try {
    return localStorage.getItem(key) === null;
  } catch {
    // Where nothing is kept it would be asked again and again.
    return false;
  }
}

export function offerNoMore(): void {
  try {
    localStorage.setItem(key, 'answered');
  } catch (error) {
    console.warn('This browser does not keep that the question was answered:', error);
  }
}

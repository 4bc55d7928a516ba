import { ApiError } from '../../api/client.ts';
import { isMissingChunk } from '../start/missingChunk.ts';

type Advice = {
  title: string;
  advice: string;
  /** Whether EV should hear of it if it happens again. */
  contact?: boolean;
  /** Whether only a reload of the whole page can help. */
  reload: boolean;
};

/** Describes an error that replaced a page, and what to do about it. */
export function adviceOn(error: unknown, reachable: boolean): Advice {
  const isMissing = isMissingChunk(error);
  if (isMissing && !reachable) {
    return {
      title: 'This page isn’t available offline',
      advice:
        'You’re offline, and this part of the app hasn’t been downloaded yet. What you typed is saved. Try again when you’re back online.',
      reload: true,
    };
  }
  // Other errors have other causes, also while the server cannot be reached.
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'offline' || (!reachable && (code === 'timeout' || code === 'unavailable'))) {
    return {
      title: 'You’re offline',
      advice: 'This page isn’t saved on this device. Try again when you’re back online.',
      reload: false,
    };
  }
  if (isMissing) {
    return {
      title: 'Reload to finish updating',
      advice: 'EV Jobs may have been updated. Reload the page to get the latest version.',
      reload: true,
    };
  }
  if (error instanceof ApiError) {
    return { title: 'Couldn’t load this page', advice: error.message, reload: false };
  }
  return {
    title: 'Something went wrong',
    advice: 'This is a problem on our end. Try again.',
    contact: true,
    reload: false,
  };
}

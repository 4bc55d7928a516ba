import { ApiError } from '../../api/client.ts';
import { isMissingChunk } from '../start/missingChunk.ts';

type Advice = {
  title: string;
  advice: string;
  /** Only loading the whole page anew can help. */
  reload: boolean;
};

/** What to tell of an error that took a page's place, and what can be done about it. */
export function adviceOn(error: unknown, reachable: boolean): Advice {
  const isMissing = isMissingChunk(error);
  if (isMissing && !reachable) {
    return {
      title: 'This page is not on this device yet',
      advice:
        'There is no connection right now, and this part of the app was never loaded here. What you typed is kept. Try again when you are back online.',
      reload: true,
    };
  }
  if (error instanceof ApiError && error.code === 'foreign') {
    return { title: 'This page needs a connection', advice: error.message, reload: false };
  }
  if (!reachable || (error instanceof ApiError && error.code === 'offline')) {
    return {
      title: 'This page needs a connection',
      advice:
        'There is no connection right now, and this page is not kept on this device. Try again when you are back online.',
      reload: false,
    };
  }
  if (isMissing) {
    return {
      title: 'A part of this page is missing',
      advice: 'The app may have been updated meanwhile. Loading the page again brings the new version.',
      reload: true,
    };
  }
  if (error instanceof ApiError) {
    return { title: 'This page could not be loaded', advice: error.message, reload: false };
  }
  return {
    title: 'This page could not be shown',
    advice:
      'This is a mistake of ours, not yours. Try again; if it stays, write to the person you work with at EV.',
    reload: false,
  };
}

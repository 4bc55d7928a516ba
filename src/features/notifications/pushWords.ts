import type { Device } from '../../contract/notifications.ts';
import type { PushState } from '../../device/push.ts';

/** What can be done about it, beside reading. */
export type PushAction = 'switch-on' | 'try-again' | 'repair' | 'switch-off';

export type PushWords = {
  says: string;
  /** What to do outside the app, one after the other. */
  steps?: readonly string[];
  actions: readonly PushAction[];
};

/** Where this browser keeps what it was told about notifications. */
export function whereToAllow(userAgent: string): readonly string[] {
  if (/iPhone|iPad|iPod/.test(userAgent)) {
    return ['Open Settings, then Notifications, then EV Jobs.', 'Switch on “Allow Notifications”.'];
  }
  if (/Firefox/.test(userAgent)) {
    return [
      'Press the sign left of the address.',
      'Beside “Send notifications”, take away “Blocked”.',
      'Load this page again.',
    ];
  }
  if (/Android/.test(userAgent)) {
    return [
      'Press the sign left of the address, then Permissions, or hold the icon of the app and choose “App info”.',
      'Allow notifications.',
    ];
  }
  if (/Macintosh/.test(userAgent) && !/Chrom|Edg/.test(userAgent)) {
    return ['Open Safari’s Settings, then Websites, then Notifications.', 'Allow them for this address.'];
  }
  return ['Press the sign left of the address, then “Site settings”.', 'Set Notifications to “Allow”.'];
}

const brokenWords = {
  'no-service':
    'The browser could not reach its own push service. Private windows have none, some networks block it, and in some browsers it is switched off in the settings.',
  'no-worker': 'The app is not ready in this browser yet. Load the page again, then try once more.',
  dropped: 'The browser has dropped this device’s subscription, so nothing arrives.',
} as const;

function wordsOfBroken(push: Extract<PushState, { state: 'broken' }>): PushWords {
  const says =
    push.why === 'not-told'
      ? `This device could not be signed up with the service. ${push.words ?? ''}`.trim()
      : brokenWords[push.why];
  return { says, actions: [push.why === 'dropped' ? 'repair' : 'try-again', 'switch-off'] };
}

/** Of a device that looks right from here: what the service says of it. */
function wordsOfOn(device: Device | undefined): PushWords {
  const repair = ['repair', 'switch-off'] as const;
  if (!device) return { says: 'The service does not know this device, so nothing arrives.', actions: repair };
  if (device.state === 'GONE') {
    return {
      says: 'The push service no longer knows this device, so nothing arrives.',
      actions: repair,
    };
  }
  if (device.state === 'FAILING') {
    return {
      says: `Notifications for this device do not get through. ${device.error}`.trim(),
      actions: repair,
    };
  }
  return { says: 'This device is notified, also while EV Jobs is closed.', actions: ['switch-off'] };
}

/**
 * How things stand on this device, in one sentence, and what can be done.
 *
 * @param device as the service knows it; null while that is not known
 */
export function pushWords(push: PushState, device: Device | undefined | null, userAgent: string): PushWords {
  switch (push.state) {
    case 'on':
      return device === null
        ? { says: 'This device is notified, also while EV Jobs is closed.', actions: ['switch-off'] }
        : wordsOfOn(device);
    case 'unknown':
    case 'off':
      return {
        says: 'This device is not notified. Switched on, it tells you of what is new, also while EV Jobs is closed.',
        actions: ['switch-on'],
      };
    case 'denied':
      return {
        says: 'This browser was told not to let EV Jobs notify you; a private window never does. To allow it:',
        steps: whereToAllow(userAgent),
        actions: [],
      };
    case 'private':
      return {
        says: 'This window cannot be notified, as private windows cannot. Open EV Jobs in an ordinary window.',
        actions: ['try-again'],
      };
    case 'unsupported':
      return { says: 'This browser cannot be notified. E-mail reaches you all the same.', actions: [] };
    case 'ios-not-installed':
      return {
        says: 'An iPhone or iPad is notified by apps on its home screen only. To put EV Jobs there:',
        steps: [
          'Press the share sign of the browser.',
          'Choose “Add to Home Screen”.',
          'Open EV Jobs from the home screen, and switch notifications on here.',
        ],
        actions: [],
      };
    case 'none':
      return { says: 'This service sends no notifications.', actions: [] };
    case 'broken':
      return wordsOfBroken(push);
  }
}

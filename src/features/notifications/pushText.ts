import type { Device } from '../../contract/notifications.ts';
import type { PushState } from '../../device/push.ts';

export type PushAction = 'switch-on' | 'try-again' | 'repair' | 'switch-off';

type PushText = {
  message: string;
  /** What to do outside the app, in order. */
  steps?: readonly string[];
  actions: readonly PushAction[];
};

/** Returns the steps to this browser's permission for notifications. */
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

const brokenMessages = {
  'no-service':
    'The browser could not reach its own push service. Private windows have none, some networks block it, and in some browsers it is switched off in the settings.',
  'no-worker': 'The app is not ready in this browser yet. Load the page again, then try once more.',
  dropped: 'The browser has dropped this device’s subscription, so nothing arrives.',
} as const;

function textOfBroken(push: Extract<PushState, { state: 'broken' }>): PushText {
  const message =
    push.why === 'not-registered'
      ? `This device could not be signed up with the service. ${push.message ?? ''}`.trim()
      : brokenMessages[push.why];
  return { message, actions: [push.why === 'dropped' ? 'repair' : 'try-again', 'switch-off'] };
}

/** Describes a device that has a subscription, by what the server knows of it. */
function textOfOn(device: Device | undefined | null): PushText {
  const repair = ['repair', 'switch-off'] as const;
  if (device === undefined)
    return { message: 'The service does not know this device, so nothing arrives.', actions: repair };
  if (device?.state === 'GONE') {
    return { message: 'The push service no longer knows this device, so nothing arrives.', actions: repair };
  }
  if (device?.state === 'FAILING') {
    return {
      message: `Notifications for this device do not get through. ${device.error}`.trim(),
      actions: repair,
    };
  }
  return { message: 'This device is notified, also while EV Jobs is closed.', actions: ['switch-off'] };
}

/**
 * Describes in one sentence whether this device is notified, and lists what can be done.
 *
 * @param device as the server knows it; null while that is not loaded
 */
export function pushText(push: PushState, device: Device | undefined | null, userAgent: string): PushText {
  switch (push.state) {
    case 'on':
      return textOfOn(device);
    case 'unknown':
    case 'off':
      return {
        message:
          'This device is not notified. Switched on, it tells you of what is new, also while EV Jobs is closed.',
        actions: ['switch-on'],
      };
    case 'denied':
      return {
        message:
          'This browser was told not to let EV Jobs notify you; a private window never does. To allow it:',
        steps: whereToAllow(userAgent),
        actions: [],
      };
    case 'private':
      return {
        message:
          'This window cannot be notified, as private windows cannot. Open EV Jobs in an ordinary window.',
        actions: ['try-again'],
      };
    case 'unsupported':
      return { message: 'This browser cannot be notified. E-mail reaches you all the same.', actions: [] };
    case 'ios-not-installed':
      return {
        message: 'An iPhone or iPad is notified by apps on its home screen only. To put EV Jobs there:',
        steps: [
          'Press the share sign of the browser.',
          'Choose “Add to Home Screen”.',
          'Open EV Jobs from the home screen, and switch notifications on here.',
        ],
        actions: [],
      };
    case 'none':
      return { message: 'This service sends no notifications.', actions: [] };
    case 'broken':
      return textOfBroken(push);
  }
}

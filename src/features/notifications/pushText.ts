import type { Device } from '../../contract/users/notifications.ts';
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
    return ['Go to Settings > Notifications > EV Jobs.', 'Turn on Allow Notifications.'];
  }
  if (/Firefox/.test(userAgent)) {
    return [
      'Click the icon to the left of the address.',
      'Next to Send notifications, remove Blocked.',
      'Reload this page.',
    ];
  }
  if (/Android/.test(userAgent)) {
    return [
      'Tap the icon to the left of the address, then Permissions. Or touch and hold the app icon and tap App info.',
      'Allow notifications.',
    ];
  }
  if (/Macintosh/.test(userAgent) && !/Chrom|Edg/.test(userAgent)) {
    return ['In Safari, go to Settings > Websites > Notifications.', 'Set EV Jobs to Allow.'];
  }
  return ['Click the icon to the left of the address, then Site settings.', 'Set Notifications to Allow.'];
}

const brokenMessages = {
  'no-service':
    'Your browser couldn’t connect to its notification service. Try a regular (not private) window or another network, and check that notifications are turned on in your browser settings.',
  'no-worker': 'The app is still loading. Reload the page, then try again.',
  dropped: 'Your browser stopped notifications for EV Jobs. Select Fix notifications to turn them back on.',
} as const;

function textOfBroken(push: Extract<PushState, { state: 'broken' }>): PushText {
  const message =
    push.why === 'not-registered'
      ? `Couldn’t turn on notifications for this device. ${push.message ?? ''}`.trim()
      : brokenMessages[push.why];
  return { message, actions: [push.why === 'dropped' ? 'repair' : 'try-again', 'switch-off'] };
}

/** Describes a device that has a subscription, by what the server knows of it. */
function textOfOn(device: Device | undefined | null): PushText {
  const repair = ['repair', 'switch-off'] as const;
  if (device === undefined)
    return {
      message: 'This device isn’t registered for notifications. Select Fix notifications.',
      actions: repair,
    };
  if (device?.state === 'GONE') {
    return { message: 'This device’s registration has expired. Select Fix notifications.', actions: repair };
  }
  if (device?.state === 'FAILING') {
    return {
      message: `Notifications aren’t reaching this device. ${device.error}`.trim(),
      actions: repair,
    };
  }
  return {
    message: 'Notifications are on for this device, even when EV Jobs is closed.',
    actions: ['switch-off'],
  };
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
        message: 'Notifications are off. Turn them on to hear about updates even when EV Jobs is closed.',
        actions: ['switch-on'],
      };
    case 'denied':
      return {
        message:
          'Notifications are blocked for EV Jobs in this browser. (Private windows always block them.) To allow them:',
        steps: whereToAllow(userAgent),
        actions: [],
      };
    case 'private':
      return {
        message: 'Notifications don’t work in private windows. Open EV Jobs in a regular window.',
        actions: ['try-again'],
      };
    case 'unsupported':
      return {
        message:
          'This browser doesn’t support notifications. You’ll get emails, unless notifications are on for another device or email is set to Never.',
        actions: [],
      };
    case 'ios-not-installed':
      return {
        message: 'On iPhone and iPad, notifications work only in the installed app. To install it:',
        steps: [
          'Tap the Share icon in your browser.',
          'Tap Add to Home Screen. Leave Open as Web App on if it’s there, then tap Add.',
          'Open EV Jobs from your home screen and turn on notifications here.',
        ],
        actions: [],
      };
    case 'broken':
      return textOfBroken(push);
  }
}

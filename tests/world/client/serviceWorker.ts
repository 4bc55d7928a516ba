import type { Context } from './Context.ts';
import type { Device } from './Device.ts';

/** Keys of every subscription: pushes come to the worker as the browser has decrypted them. */
const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const auth = 'BTBZMqHH6r4Tts7J_aSIgg';

function subscriptionOf(device: Device) {
  const endpoint = device.subscription ?? '';
  return {
    endpoint,
    options: { userVisibleOnly: true, applicationServerKey: null },
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    async unsubscribe() {
      if (device.subscription === endpoint) device.subscription = null;
      return true;
    },
  };
}

/** The registration of the device's worker: pushes, notifications and background sync. */
function registrationOf(device: Device) {
  const shown = () =>
    device.notifications.map((notification) => ({
      ...notification,
      close: () => {
        device.notifications = device.notifications.filter((one) => one !== notification);
      },
    }));
  return {
    active: { postMessage: () => undefined },
    pushManager: {
      getSubscription: async () => (device.subscription ? subscriptionOf(device) : null),
      async subscribe() {
        device.subscribe();
        return subscriptionOf(device);
      },
    },
    async getNotifications({ tag }: { tag?: string } = {}) {
      return shown().filter((one) => tag === undefined || one.tag === tag);
    },
    async showNotification(
      title: string,
      options: { body: string; tag?: string; data?: Record<string, string> },
    ) {
      const { body, tag = '', data = {} } = options;
      const owner = device.signedIn?.email ?? null;
      device.notifications = device.notifications.filter((one) => tag === '' || one.tag !== tag);
      device.notifications.push({ title, body, tag, data, owner });
      device.world.checks.onNotification(device, { title, body, data });
    },
    sync: { register: async (tag: string) => device.world.registerSync(device, tag) },
    addEventListener: () => undefined,
    update: async () => undefined,
  };
}

/** `navigator.serviceWorker` of a page. */
export function serviceWorkerOf(device: Device, page: Context) {
  const registration = registrationOf(device);
  return {
    ready: Promise.resolve(registration),
    controller: {},
    getRegistration: async () => registration,
    register: async () => registration,
    addEventListener: (name: string, run: (event: Record<string, unknown>) => unknown) =>
      page.listen(`worker ${name}`, run),
    removeEventListener: () => undefined,
  };
}

/** What a worker has besides a page's globals: its windows, and its registration. */
export function workerScope(device: Device) {
  const { sim } = device.world;
  return {
    registration: registrationOf(device),
    skipWaiting: async () => undefined,
    clients: {
      claim: async () => undefined,
      async matchAll() {
        return device.pages.map((page) => ({
          visibilityState: page.isVisible ? 'visible' : 'hidden',
          postMessage: (data: unknown, ports: unknown[]) =>
            sim.after(sim.between(0, 3), () => page.emit('worker message', { data, ports })),
        }));
      },
    },
    __WB_MANIFEST: [],
  };
}

import type { Browser } from '@playwright/test';
import { startFaultProxy } from '../../../support/faultProxy.ts';
import { DeviceBehindProxy } from './deviceBehindProxy.ts';

/** Lends a signed-in device with a line of its own to the server at `url`. */
export async function withDevice<T>(
  browser: Browser,
  options: object,
  url: string,
  use: (device: DeviceBehindProxy) => Promise<T>,
): Promise<T> {
  const proxy = await startFaultProxy(url);
  try {
    const device = await DeviceBehindProxy.open(browser, proxy, options);
    try {
      return await use(device);
    } finally {
      await device.close();
    }
  } finally {
    await proxy.close();
  }
}

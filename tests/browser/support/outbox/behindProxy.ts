import type { Browser } from '@playwright/test';
import { startFaultProxy } from '../../../support/network/faultProxy.ts';
import { startHttp2Front } from '../../../support/network/http2Front.ts';
import { DeviceBehindProxy } from './deviceBehindProxy.ts';

/**
 * Lends a signed-in device with its own connection to the server at `url`, by HTTP/1.1 or, as behind a company's proxy, by HTTP/2.
 */
export async function withDevice<T>(
  browser: Browser,
  options: object,
  url: string,
  use: (device: DeviceBehindProxy) => Promise<T>,
  protocol: 'HTTP/1.1' | 'HTTP/2' = 'HTTP/1.1',
): Promise<T> {
  const proxy = await startFaultProxy(url);
  const front = protocol === 'HTTP/2' ? await startHttp2Front(proxy.url) : null;
  try {
    const device = await DeviceBehindProxy.open(browser, proxy, options, front?.url);
    try {
      return await use(device);
    } finally {
      await device.close();
    }
  } finally {
    await front?.close();
    await proxy.close();
  }
}

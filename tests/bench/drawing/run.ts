import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { build } from 'vite';
import { findBrowser } from '../../support/run/findBrowser.ts';

/**
 * `node tests/bench/drawing/run.ts`: the memory and the time that a drawing on a large JPEG takes in Chromium: at rest with the picture on
 * the screen, and at its peak while the copy of full size is made. `WIDTH=8660 HEIGHT=5774` is the picture; Linux only (`/proc`).
 */
const width = Number(process.env.WIDTH ?? 8660);
const height = Number(process.env.HEIGHT ?? 5774);
const megabytes = (kilobytes: number) => Math.round(kilobytes / 1024);

/** Creates a photo with as much detail as a camera's. */
async function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  const part = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#777', noise } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#777' } })
    .composite([{ input: part, tile: true }])
    .jpeg({ quality: 85 })
    .toBuffer();
}

async function pageScript(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL('page.ts', import.meta.url)), formats: ['es'], fileName: 'page' },
    },
  });
  const [{ output } = { output: [] }] = [result].flat() as { output: { code?: string }[] }[];
  return output[0]?.code ?? '';
}

/** Returns a value of a process in KB: `VmRSS` now, `VmHWM` at its peak. */
async function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
}

const [bytes, script] = await Promise.all([photo(), pageScript()]);
const server = createServer(({ url }, response) => {
  if (url === '/photo.jpg') response.setHeader('content-type', 'image/jpeg').end(bytes);
  else if (url === '/page.js') response.setHeader('content-type', 'text/javascript').end(script);
  else
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>Drawing</title><body><script type="module" src="/page.js"></script>');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.waitForFunction(() => 'measured' in window);
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const sum = async (name: 'VmRSS' | 'VmHWM') =>
    (await Promise.all(renderers.map((pid) => memoryOf(pid, name)))).reduce((all, one) => all + one, 0);
  const empty = await sum('VmRSS');
  const size = await page.evaluate(() => window.measured.show('/photo.jpg'));
  const opening = await sum('VmHWM');
  await page.waitForTimeout(2000);
  const shown = await sum('VmRSS');
  // Begins the peak anew.
  await Promise.all(renderers.map((pid) => writeFile(`/proc/${pid}/clear_refs`, '5')));
  const drawn = await page.evaluate((of) => window.measured.draw(of), size);
  const peak = await sum('VmHWM');
  await page.waitForTimeout(1000);
  const after = await sum('VmRSS');
  console.log(
    `${size.width} × ${size.height}, ${(bytes.length / 1e6).toFixed(1)} MB: renderer ${megabytes(empty)} MB empty, ` +
      `${megabytes(opening)} MB at the peak of opening, ${megabytes(shown)} MB with the picture shown, ${megabytes(peak)} MB at the peak of drawing, ${megabytes(after)} MB after it; ` +
      `copy of ${drawn.width} × ${drawn.height}, ${(drawn.bytes / 1e6).toFixed(1)} MB, in ${Math.round(drawn.ms)} ms`,
  );
} finally {
  await browser.close();
  server.close();
}

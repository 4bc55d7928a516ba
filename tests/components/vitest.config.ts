import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { pdfjsFiles } from '../../server/build/pdfjsFiles.ts';
import { qrModules } from '../../server/proof/qrModules.ts';
import { phonePhoto } from '../support/photos/phonePhoto.ts';
import CountTests from '../support/run/countTests.ts';
import { browserArgs, browserEnv, findBrowser } from '../support/run/findBrowser.ts';
import { realServer } from './support/realServer.ts';
import { sealedPdf } from './support/sealedPdfs.ts';

// Of a busy machine: by default, a browser that is silent for half a minute ends the run.
process.env.VITEST_BROWSER_HEARTBEAT_INTERVAL = '150000';

/** Components and screens in a real browser, against a real server in this process: no build, no emulator, no worker. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  cacheDir: 'node_modules/.cache/components',
  plugins: [react(), pdfjsFiles(), realServer()],
  worker: { plugins: () => [pdfjsFiles()] },
  // React as users get it: in development, half of its time goes into what only tells developers where an element was made.
  oxc: { jsx: { development: false } },
  // Named, because a package that is found later would reload the page of a running test. One that is not named is served as it is.
  optimizeDeps: {
    noDiscovery: true,
    rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
    include: [
      'react',
      'react/jsx-runtime',
      'react-dom',
      'react-dom/client',
      'react-dom/server',
      '@tanstack/react-query',
      '@tanstack/react-query-persist-client',
      '@tanstack/query-sync-storage-persister',
      '@tanstack/react-router',
      '@tanstack/react-virtual',
      '@visx/axis',
      '@visx/grid',
      '@visx/scale',
      '@visx/shape',
      'asn1js',
      'axe-core',
      'csv-stringify/browser/esm/sync',
      'eventsource-parser',
      'exifreader',
      'firebase/app',
      'firebase/auth',
      'idb',
      'jose',
      'ky',
      'libheif-js/libheif-wasm/libheif.js',
      'libphonenumber-js',
      'lucide',
      'minisearch',
      'valibot',
      'web-vitals',
      'workbox-window',
    ],
  },
  test: {
    name: 'components',
    include: ['tests/components/**/*.test.tsx'],
    setupFiles: ['tests/components/support/setup.ts'],
    reporters: ['default', new CountTests()],
    // Each page has a server of its own (`support/realServer.ts`).
    maxWorkers: 2,
    // The machine may be slow: the time limits only end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    env: { VITEST_BROWSER_IFRAME_TIMEOUT: '300000' },
    browser: {
      enabled: true,
      connectTimeout: 300_000,
      headless: true,
      commands: { sealedPdf, phonePhoto, qrModules: (_, text: string) => qrModules(text) },
      ui: false,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        actionTimeout: 60_000,
        launchOptions: {
          executablePath: findBrowser(),
          env: browserEnv,
          args: browserArgs,
        },
        contextOptions: { locale: 'en-US', timezoneId: 'America/New_York' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});

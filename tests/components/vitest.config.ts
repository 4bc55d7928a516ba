import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { pdfFiles } from '../../server/build/pdfFiles.ts';
import CountTests from '../support/run/countTests.ts';
import { findBrowser } from '../support/run/findBrowser.ts';
import { realServer } from './support/realServer.ts';

/** Components and screens in a real browser, against a real server in this process: no build, no emulator, no worker. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  cacheDir: 'node_modules/.cache/components',
  plugins: [react(), pdfFiles(), realServer()],
  // Listed in advance: a package discovered later would reload the page of a running test.
  optimizeDeps: {
    entries: ['src/main.tsx', 'tests/components/**/*.test.tsx'],
    include: ['react/jsx-dev-runtime', 'axe-core', 'minisearch', 'libheif-js/libheif-wasm/libheif.js'],
  },
  test: {
    name: 'components',
    include: ['tests/components/**/*.test.tsx'],
    setupFiles: ['tests/components/support/setup.ts'],
    reporters: ['default', new CountTests()],
    maxWorkers: 1,
    // The machine may be slow: the time limits only end what hangs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    browser: {
      enabled: true,
      connectTimeout: 300_000,
      headless: true,
      ui: false,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        actionTimeout: 60_000,
        launchOptions: {
          executablePath: findBrowser(),
          args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
        },
        contextOptions: { locale: 'en-US', timezoneId: 'America/New_York' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});

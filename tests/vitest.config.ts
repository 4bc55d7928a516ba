import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests of one folder, in Node. Real databases start in them, on machines that may be slow: the time limits only end what hangs. */
function testsOf(name: string, globalSetup: string[] = []) {
  return {
    extends: true as const,
    test: {
      name,
      include: [`tests/${name}/**/*.test.ts`],
      environment: 'node',
      globalSetup,
      setupFiles: ['tests/support/run/stutter.ts'],
      // One process for many files: the server's modules and databases take longer to start than most tests run.
      isolate: name !== 'server' && name !== 'contract',
      // The model's schedules make many objects that live shortly; without room for them a tenth of the time goes into collecting them.
      execArgv: name === 'outbox' ? ['--max-semi-space-size=32'] : [],
      testTimeout: 300_000,
      expect: { poll: { timeout: 30_000 } },
      hookTimeout: 300_000,
    },
  };
}

/** The projects that `vite.config.ts` names. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // One more than the processors that the daily tests are measured on: a third of the tests wait most of the time.
    maxWorkers: 3,
    projects: [
      testsOf('contract'),
      testsOf('app'),
      testsOf('outbox'),
      testsOf('world'),
      testsOf('server', ['tests/support/database/databaseSetup.ts']),
    ],
  },
});

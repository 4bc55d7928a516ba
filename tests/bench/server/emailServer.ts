import { monitorEventLoopDelay } from 'node:perf_hooks';
import { runProgram } from '../../../server/commands/program.ts';
import { readConfig } from '../../../server/config.ts';
import { openApp, openParts } from '../../../server/openApp.ts';
import { watchLoop } from '../../support/server/loopBlocks.ts';

/** The server of `emailBlocks.ts`. On SIGUSR2 it prints the longest block of its event loop since the last time. */
const delay = monitorEventLoopDelay({ resolution: 5 });
let busyMs = 0;
watchLoop((ms) => {
  busyMs = Math.max(busyMs, ms);
});

await runProgram(async (program) => {
  const config = readConfig(process.env);
  const parts = await openParts(config, program);
  await openApp({ ...parts, rateLimit: false, accounts: undefined }, config, program);
  delay.enable();
  process.on('SIGUSR2', () => {
    process.stdout.write(`Longest ${JSON.stringify({ blockMs: delay.max / 1e6, busyMs })}\n`);
    delay.reset();
    busyMs = 0;
  });
  process.stdout.write('The server listens\n');
});

import { once } from 'node:events';
import { createServer } from 'node:net';
import { startEmulator } from '../emulator/emulator.ts';
import { StartError } from '../errors/startError.ts';
import { seed } from '../seed/seed.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { appDir, compressApp, ensureAppBuilt } from './appBuild.ts';
import { dataPaths, openDataDir } from './dataDir.ts';
import { mustBeFree, openApp, openParts } from './openApp.ts';
import { type Program, runProgram } from './program.ts';
import { saidWithTime } from './saidWithTime.ts';
import { welcome } from './welcome.ts';

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function withEmulator(config: Config, program: Program): Promise<void> {
  const { identity, dataDir } = config;
  if (identity.kind !== 'emulator') return;
  const { projectId, port } = identity;
  const order = { projectId, port, accountsFile: dataPaths(dataDir).accounts };
  print('Starting the sign-in emulator…');
  const emulator = await startEmulator(order, (why) =>
    program.fail(new StartError(`The Auth emulator stopped unexpectedly: ${why}.`)),
  );
  program.onClose(() => emulator.stop());
}

/**
 * Opens everything except the port, in parallel, because each part takes seconds. The demo data wait for the database and the
 * emulator only, so that the app is built meanwhile.
 */
async function openAll(
  config: Config,
  { isDev, isEmpty }: { isDev: boolean; isEmpty: boolean },
  program: Program,
) {
  print('Opening the database…');
  async function openData() {
    const [options] = await Promise.all([openParts(config, program), withEmulator(config, program)]);
    const progressFile = dataPaths(config.dataDir).seed;
    return {
      options,
      seeded: await saidWithTime(print, (say) => seed(options, progressFile, say, !isEmpty)),
    };
  }
  const [{ options, seeded }] = await Promise.all([
    openData(),
    isDev ? undefined : saidWithTime(print, ensureAppBuilt),
  ]);
  return { options: isDev ? options : { ...options, appDir }, seeded };
}

/** `npm start` and `npm run dev`: the whole product, ready to use. */
await runProgram(async (program) => {
  const isDev = process.argv.includes('--dev');
  const isEmpty = process.argv.includes('--empty');
  const config = readConfig(process.env);
  const lock = openDataDir(config.dataDir);
  program.onClose(() => lock.release());
  await mustBeFree(config.host, config.port, 'PORT');
  if (config.identity.kind === 'emulator') {
    await mustBeFree('127.0.0.1', config.identity.port, 'AUTH_EMULATOR_PORT');
  }
  const { options, seeded } = await openAll(config, { isDev, isEmpty }, program);
  print('Starting EV Jobs…');
  if (isDev) {
    const { openDevApp } = await import('./devApp.ts');
    const apiPort = await freePort();
    await openApp(options, { ...config, host: '127.0.0.1', port: apiPort }, program);
    await openDevApp(config, apiPort, program);
  } else {
    await openApp(options, config, program);
    compressApp().catch(program.fail);
  }
  print(welcome(config, seeded, isEmpty));
});

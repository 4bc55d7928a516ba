import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectDir = fileURLToPath(new URL('../../../', import.meta.url));
const readyLimitMs = 600_000;

/**
 * Returns an unused loopback port: below the system's ephemeral ports, so that nothing else gets it
 * before it is used, and above those that browsers refuse.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + Math.floor(Math.random() * 21_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}

/** Returns the environment without the machine's own settings of the product. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const ours =
    /^(PORT|HOST|DATA_DIR|DATABASE_URL|DATABASE_LISTEN_URL|DATABASE_POOL|SLOW_QUERY_MS|METRICS_PORT|METRICS_HOST|PREVIEWS_AT_ONCE|ADMIN_EMAIL|AUTH_EMULATOR_PORT|SMTP_URL|MAIL_FROM|PUBLIC_URL|TRUST_PROXY|NODE_ENV|FILES_URL|AWS_.*|GOOGLE_.*|KEEP_.*|REPLY_.*|FIREBASE_.*|VAPID_.*|VITE.*)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

export type Finished = { code: number | null; stdout: string; stderr: string };

type Launched = {
  child: ChildProcess;
  said: { stdout: string; stderr: string };
  finished: Promise<Finished>;
};

/** Starts a program, named from the project's folder, with Node; it ends with this process. */
function launch(program: readonly string[], environment: Record<string, string>): Launched {
  const child = spawn(process.execPath, [...program], {
    cwd: projectDir,
    env: { ...cleanEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk;
  });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const finished = once(child, 'close').then(([code]) => {
    process.off('exit', killAtExit);
    return { code: code as number | null, ...said };
  });
  return { child, said, finished };
}

/** Runs a program to its end. */
export function runToEnd(program: readonly string[], environment: Record<string, string>): Promise<Finished> {
  return launch(program, environment).finished;
}

export type Running = {
  pid: number;
  /** Returns its output so far. */
  output(): string;
  /** Stops it as Ctrl+C does, and resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Stops it as a power cut does. */
  kill(): Promise<void>;
};

/** Starts a program and waits until it prints `readyWords`. */
export async function runUntilReady(
  program: readonly string[],
  environment: Record<string, string>,
  readyWords: string,
): Promise<Running> {
  const { child, said, finished } = launch(program, environment);
  await new Promise<void>((resolve, reject) => {
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`It is not ready after ${readyLimitMs / 1000} s:\n${said.stdout}${said.stderr}`));
    }, readyLimitMs);
    child.stdout?.on('data', () => {
      if (!said.stdout.includes(readyWords)) return;
      clearTimeout(limit);
      resolve();
    });
    void finished.then(({ code, stdout, stderr }) => {
      clearTimeout(limit);
      reject(new Error(`It ended with code ${code}:\n${stdout}${stderr}`));
    });
  });
  return {
    pid: child.pid ?? 0,
    output: () => said.stdout + said.stderr,
    async stop() {
      child.kill('SIGINT');
      return (await finished).code;
    },
    async kill() {
      child.kill('SIGKILL');
      await finished;
    },
  };
}

/**
 * Starts the real server in a process of its own, without the Auth emulator and the app.
 *
 * @param program the module that starts it, after options of Node
 */
export async function startBareServer(
  environment: Record<string, string>,
  program: readonly string[] = ['tests/support/server/bareServer.ts'],
): Promise<Running & { origin: string; port: number }> {
  const port = await freePort();
  const running = await runUntilReady(
    program,
    { HOST: '127.0.0.1', PORT: String(port), AUTH_EMULATOR_PORT: String(port + 1), ...environment },
    'The server listens',
  );
  return { ...running, origin: `http://127.0.0.1:${port}`, port };
}

export type Stack = Omit<Running, 'stop'> & {
  /** The app's origin. */
  url: string;
  /** The Auth emulator's own origin. */
  emulatorUrl: string;
  dataDir: string;
  /** Stops it as Ctrl+C does, and resolves with its exit code; `remove` takes the data with it. */
  stop(options?: { remove?: boolean }): Promise<number | null>;
};

export type StackOptions = {
  /** Whether a first start creates the demo data. */
  seed: boolean;
  /** Default: a new one in the system's temporary folder. */
  dataDir?: string;
  port?: number;
  emulatorPort?: number;
  environment?: Record<string, string>;
};

/** Creates an empty data folder; without the demo data, a file in it turns them off. */
export async function newDataDir(seed: boolean): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ev-jobs-'));
  const progress = { state: 'unwanted', startedAt: 0 };
  if (!seed) await writeFile(join(dataDir, 'seed.json'), JSON.stringify(progress));
  return dataDir;
}

/** Starts the whole product as `npm start` does, in a process of its own, on free ports; resolves when it is ready. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const dataDir = options.dataDir ?? (await newDataDir(options.seed));
  const port = options.port ?? (await freePort());
  const emulatorPort = options.emulatorPort ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    HOST: '127.0.0.1',
    PORT: String(port),
    AUTH_EMULATOR_PORT: String(emulatorPort),
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    ...options.environment,
  };
  const running = await runUntilReady(['server/start/start.ts'], environment, 'EV Jobs is ready');
  return {
    ...running,
    url,
    emulatorUrl: `http://127.0.0.1:${emulatorPort}`,
    dataDir,
    async stop({ remove = false } = {}) {
      const code = await running.stop();
      if (remove) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

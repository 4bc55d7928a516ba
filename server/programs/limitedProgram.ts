import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** Limits of one run of a program, which handles one input. */
export type ProgramLimits = {
  /** CPU time, where the system reports it: a busy machine is not the input's fault. */
  processorMs: number;
  /** From the moment it has the whole input. */
  timeMs: number;
  /** Until it has the whole input. */
  feedMs: number;
  /** Total memory of the process. */
  memoryBytes: number;
};

/** Of the input: too much CPU time or memory, or a crash. Of the machine: `slow`, or `killed`, when it has no room for another process, or ends. */
export type ProgramFailure = 'time' | 'memory' | 'crashed' | 'slow' | 'killed';

export class ProgramFailed extends Error {
  override name = 'ProgramFailed';
  readonly why: ProgramFailure;

  constructor(why: ProgramFailure) {
    super(`a program ended: ${why}`);
    this.why = why;
  }

  /** Whether the machine is at fault, and the same input may be handled later. */
  get isOfMachine(): boolean {
    return this.why === 'slow' || this.why === 'killed';
  }
}

/** A program that handles what strangers sent. */
export type LimitedProgram = {
  /** Its script. */
  script: string;
  /** The other files and folders that it may read, besides the contract and the packages. */
  reads?: readonly string[];
  heapMegabytes: number;
  mostAnswerBytes: number;
};

/** Returns the path of a file beside a module. */
export const besideOf = (module: string, name: string) => fileURLToPath(new URL(name, module));
const shared = ['../../src/contract/', '../../node_modules/', '../../package.json'].map((name) =>
  besideOf(import.meta.url, name),
);
/** Scheduling priority: a third of the CPU share of other processes under load. */
const niceness = 5;
/** Has standard output be the answer alone: libraries write there what they could not read. */
const logsElsewhere = '--import=data:text/javascript,console.log=console.info=console.debug=console.error';
const watchMs = 50;
const memoryPageBytes = 4096;
const wasmPageBytes = 65_536;
const tickMs = 10;
/** Signals by which a program ends itself. Any other one comes from outside: of Ctrl+C, which every process of a terminal gets, say. */
const ownSignals: readonly unknown[] = [
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGSYS',
  'SIGTRAP',
];

/** Starts the program with its files and standard input only: its environment contains no secrets. */
function start(
  { script, reads = [], heapMegabytes }: LimitedProgram,
  args: readonly string[],
  memoryBytes: number,
  source: Readable,
): ChildProcess {
  const flags = [
    '--permission',
    '--allow-addons',
    logsElsewhere,
    ...[script, ...reads, ...shared].map((name) => `--allow-fs-read=${name}`),
    `--max-old-space-size=${heapMegabytes}`,
    `--wasm-max-mem-pages=${Math.floor(memoryBytes / wasmPageBytes)}`,
  ];
  try {
    return spawn(process.execPath, [...flags, script, ...args], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
    });
  } catch (error) {
    source.destroy();
    // Without memory for another process it throws; most other failures are events of the child.
    throw error instanceof Error && 'syscall' in error ? new ProgramFailed('killed') : error;
  }
}

/** Lowers the program's CPU priority, and makes it the first to be killed when memory runs out. */
function giveWay(pid: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // The process has exited.
  }
  writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => undefined);
}

/** Returns the resources a process has used; zeros where the system does not report them. */
async function takenBy(pid: number): Promise<{ processorMs: number; memoryBytes: number }> {
  const said = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // After the process name, which may contain anything.
  const fields = said.slice(said.lastIndexOf(')') + 2).split(' ');
  const field = (at: number) => Number(fields[at] ?? 0);
  return { processorMs: (field(11) + field(12)) * tickMs, memoryBytes: field(21) * memoryPageBytes };
}

/** Writes the input to the process; stops when the process exits. Throws errors of the source. */
async function feed(source: Readable, child: ChildProcess, ended: Promise<void>): Promise<void> {
  const { stdin } = child;
  stdin?.on('error', () => undefined);
  for await (const chunk of source) {
    if (!stdin?.writable) return;
    if (!stdin.write(chunk)) await Promise.race([once(stdin, 'drain').catch(() => undefined), ended]);
  }
  stdin?.end();
}

/**
 * Gives an input to a program in a process of its own, which is killed when it takes too much time or memory, or when `stop` is aborted.
 *
 * @returns what it wrote to standard output, which is not to be trusted: a malicious input may have taken the process over
 * @throws ProgramFailed when it did not end well; errors of the source; the reason of `stop`
 */
export async function runLimitedProgram(
  program: LimitedProgram,
  args: readonly string[],
  source: Readable,
  limits: ProgramLimits,
  stop?: AbortSignal,
): Promise<Buffer> {
  stop?.throwIfAborted();
  const child = start(program, args, limits.memoryBytes, source);
  const ended = new Promise<void>((resolve) => child.once('close', resolve).once('error', () => resolve()));
  let killed: ProgramFailure | undefined;
  const kill = (why: ProgramFailure) => {
    killed ??= why;
    child.kill('SIGKILL');
    source.destroy();
  };
  const onStop = () => kill('crashed');
  stop?.addEventListener('abort', onStop, { once: true });
  const { pid } = child;
  if (pid !== undefined) giveWay(pid);
  const watch = setInterval(async () => {
    if (pid === undefined) return;
    const taken = await takenBy(pid);
    if (taken.memoryBytes > limits.memoryBytes) kill('memory');
    if (taken.processorMs > limits.processorMs) kill('time');
  }, watchMs);
  let timer = setTimeout(kill, limits.feedMs, 'slow');

  const parts: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > program.mostAnswerBytes) kill('crashed');
    else parts.push(part);
  });

  try {
    await feed(source, child, ended).catch((error: unknown) => {
      if (killed === undefined) throw error;
    });
    clearTimeout(timer);
    timer = setTimeout(kill, limits.timeMs, 'slow');
    await ended;
    stop?.throwIfAborted();
    // The system kills it when memory runs out, and may start none at all.
    const { signalCode } = child;
    const bySystem = pid === undefined || (signalCode !== null && !ownSignals.includes(signalCode));
    if (killed !== undefined || child.exitCode !== 0)
      throw new ProgramFailed(killed ?? (bySystem ? 'killed' : 'crashed'));
    return Buffer.concat(parts);
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    stop?.removeEventListener('abort', onStop);
    source.destroy();
    child.kill('SIGKILL');
    await ended;
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

/** Limits of one renderer, which handles one file. */
export type RenderLimits = {
  /** CPU time, where the system reports it: a busy machine is not the file's fault. */
  processorMs: number;
  /** From the moment it has the whole file. */
  timeMs: number;
  /** Until it has the whole file. */
  feedMs: number;
  /** Total memory of the process. */
  memoryBytes: number;
  /** Pixels of an image, as stated in its header. */
  pixels: number;
};

export const renderLimits: RenderLimits = {
  processorMs: 10_000,
  timeMs: 30_000,
  feedMs: 60_000,
  memoryBytes: 512 * 1024 * 1024,
  // A scanned A0 sheet has 140 million.
  pixels: 160_000_000,
};

/** Why a file has no preview: `broken` and `too-large` permanently, the others in this attempt. */
export type NoPreviewReason = 'broken' | 'too-large' | 'time' | 'memory' | 'crashed';

export class NoPreview extends Error {
  override name = 'NoPreview';
  readonly why: NoPreviewReason;

  constructor(why: NoPreviewReason) {
    super(`no preview: ${why}`);
    this.why = why;
  }
}

export type Rendered = { thumb: Buffer; page: Buffer };

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const program = path('./render.ts');
/** The files that the renderer may read. */
const readable = [program, path('../../src/contract/'), path('../../node_modules/')];
/** Scheduling priority: a third of the CPU share of other processes under load. */
const niceness = 5;
const watchMs = 50;
const memoryPageBytes = 4096;
const wasmPageBytes = 65_536;
const tickMs = 10;
const mostAnswerBytes = 16 * 1024 * 1024;

const Head = v.union([
  v.object({ none: v.picklist(['broken', 'too-large']) }),
  v.object({ thumb: v.number(), page: v.number() }),
]);

/** Starts the renderer with its programs and standard input only: its environment contains no secrets. */
function start(file: { contentType: string; size: number }, limits: RenderLimits): ChildProcess {
  const flags = [
    '--permission',
    '--allow-addons',
    ...readable.map((name) => `--allow-fs-read=${name}`),
    '--max-old-space-size=128',
    `--wasm-max-mem-pages=${Math.floor(limits.memoryBytes / wasmPageBytes)}`,
  ];
  const args = [file.contentType, String(file.size), String(limits.pixels)];
  return spawn(process.execPath, [...flags, program, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
  });
}

/** Lowers the renderer's CPU priority, and makes it the first to be killed when memory runs out. */
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

function isWebP(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
}

/** Parses the renderer's output without trusting it: a malicious file may have taken the process over. */
function read(said: Buffer): Rendered {
  const end = Math.max(0, said.indexOf('\n'));
  let head: unknown;
  try {
    head = JSON.parse(said.toString('latin1', 0, end));
  } catch {
    throw new NoPreview('crashed');
  }
  const checked = v.safeParse(Head, head);
  if (!checked.success) throw new NoPreview('crashed');
  if ('none' in checked.output) throw new NoPreview(checked.output.none);
  const { thumb: thumbBytes, page: pageBytes } = checked.output;
  const rest = said.subarray(end + 1);
  const rendered = { thumb: rest.subarray(0, thumbBytes), page: rest.subarray(thumbBytes) };
  const isWhole = rendered.page.length === pageBytes;
  if (!isWhole || !isWebP(rendered.thumb) || !isWebP(rendered.page)) throw new NoPreview('crashed');
  return rendered;
}

/** Writes a file to the process; stops when the process exits. Throws errors of the source. */
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
 * Renders the previews of one file in a process of its own, which is killed when it takes too much time or memory, or when `stop`
 * is aborted.
 *
 * @throws NoPreview when that fails; errors of the source; the reason of `stop`
 */
export async function render(
  file: { contentType: string; size: number; source: Readable },
  limits: RenderLimits,
  stop: AbortSignal,
): Promise<Rendered> {
  stop.throwIfAborted();
  const { source } = file;
  const child = start(file, limits);
  const ended = new Promise<void>((resolve) => child.once('close', resolve).once('error', () => resolve()));
  let killed: NoPreviewReason | undefined;
  const kill = (why: NoPreviewReason) => {
    killed ??= why;
    child.kill('SIGKILL');
    source.destroy();
  };
  const onStop = () => kill('crashed');
  stop.addEventListener('abort', onStop, { once: true });
  const { pid } = child;
  if (pid !== undefined) giveWay(pid);
  const watch = setInterval(async () => {
    if (pid === undefined) return;
    const taken = await takenBy(pid);
    if (taken.memoryBytes > limits.memoryBytes) kill('memory');
    if (taken.processorMs > limits.processorMs) kill('time');
  }, watchMs);
  let timer = setTimeout(kill, limits.feedMs, 'time');

  const parts: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > mostAnswerBytes) kill('crashed');
    else parts.push(part);
  });

  try {
    await feed(source, child, ended).catch((error: unknown) => {
      if (killed === undefined) throw error;
    });
    clearTimeout(timer);
    timer = setTimeout(kill, limits.timeMs, 'time');
    await ended;
    stop.throwIfAborted();
    if (killed !== undefined || child.exitCode !== 0) throw new NoPreview(killed ?? 'crashed');
    return read(Buffer.concat(parts));
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    stop.removeEventListener('abort', onStop);
    source.destroy();
    child.kill('SIGKILL');
    await ended;
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Played } from './worker.ts';

const worker = fileURLToPath(new URL('./worker.ts', import.meta.url));

/**
 * Plays what is asked for in a process of its own, see `worker.ts`.
 * @param onPlayed called with each as it ends
 * @throws where the process ends before it has played all
 */
export async function playInProcess(
  asked: readonly string[],
  onPlayed: (played: Played) => void = () => undefined,
): Promise<Played[]> {
  const child = spawn(process.execPath, [worker, ...asked], { stdio: ['ignore', 'pipe', 'inherit'] });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const ended = once(child, 'exit');
  const all: Played[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const played = JSON.parse(line) as Played;
    all.push(played);
    onPlayed(played);
  }
  process.off('exit', killAtExit);
  const [code, signal] = await ended;
  if (code !== 0) throw new Error(`The process that plays ${asked.join(' ')} ended with ${code ?? signal}.`);
  return all;
}

/** Sums up how often something was met. */
export function sumOf(all: readonly Played[], what: 'met' | 'rules'): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const played of all)
    for (const [name, count] of Object.entries(played[what])) sum[name] = (sum[name] ?? 0) + count;
  return Object.fromEntries(Object.entries(sum).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Describes the failures, with the command that plays each again. */
export function failuresOf(all: readonly Played[]): string {
  return all
    .filter(({ problems }) => problems.length > 0)
    .map(({ name, problems, history }) => {
      const events = history?.operations.map((one) => `${one.name} (${one.device}, ${one.pick})`).join(' · ');
      return `WORLD=${name} npx vitest run tests/world\n  ${problems.join('\n  ')}\n  ${events}\n  ${JSON.stringify(history)}`;
    })
    .join('\n');
}

import { runToEnd } from '../../support/server/stack.ts';

/** Runs one of our commands. @throws when it fails */
export async function command(
  name: 'backup' | 'restore' | 'checkFiles',
  args: string[],
  environment: Record<string, string>,
): Promise<string> {
  const { code, stdout, stderr } = await runToEnd([`server/commands/${name}.ts`, ...args], environment);
  if (code !== 0) throw new Error(`${name} ended with code ${code}: ${stderr}`);
  return stdout.trim().replaceAll('\n', ' ');
}

/** Does some work and prints how long it took. @param more returns what to print beside it */
export async function timed<T>(
  what: string,
  work: () => T | Promise<T>,
  more: (done: T) => string = () => '',
): Promise<T> {
  const began = performance.now();
  const done = await work();
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s${more(done)}`);
  return done;
}

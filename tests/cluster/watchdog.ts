import { execFileSync } from 'node:child_process';
import { chownSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { type HostName, signalAll } from './hosts.ts';

const bootMs = 20_000;

/**
 * Plays the watchdog of a host. Patroni’s driver for tests writes to a named pipe what it would tell `/dev/watchdog`; as the device does
 * with its machine, this ends all processes of the host once nobody has written for the agreed time.
 *
 * @param boot starts the host again
 * @returns a function that stops it
 */
export function startWatchdog(host: HostName, pipe: string, boot: () => void): () => void {
  execFileSync('mkfifo', [pipe]);
  chownSync(pipe, 65534, 65534);
  let seconds = 60;
  let fedAt: number | undefined;
  const device = new Socket({ fd: openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK), writable: false });
  device.on('data', (said) => {
    const words = said.toString('latin1');
    seconds = Number(/timeout=(\d+)/.exec(words)?.[1] ?? seconds);
    // `V` turns it off, which a process that was killed has not said.
    fedAt = words.endsWith('V') ? undefined : performance.now();
  });
  device.unref();
  const timer = setInterval(() => {
    if (fedAt === undefined || performance.now() - fedAt < seconds * 1000) return;
    fedAt = undefined;
    console.log(`The watchdog of ${host} resets it.`);
    signalAll(host, 'SIGKILL');
    setTimeout(boot, bootMs).unref();
  }, 100).unref();
  return () => clearInterval(timer);
}

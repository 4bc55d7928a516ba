import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { StartError } from '../errors/startError.ts';
import { dataPaths } from './dataDir.ts';

type Answer = { said: string } | { failed: string };
type Orders = Record<string, (argument: string) => Promise<string>>;

/** The longest socket path that every system supports, in bytes. */
const longestPath = 100;

async function obey(orders: Orders, socket: Socket): Promise<void> {
  let answer: Answer;
  try {
    const [name = '', argument = ''] = JSON.parse(await text(socket)) as string[];
    const order = orders[name];
    answer = order ? { said: await order(argument) } : { failed: `There is no order “${name}”.` };
  } catch (error) {
    answer = { failed: error instanceof Error ? error.message : String(error) };
  }
  socket.end(JSON.stringify(answer));
}

/**
 * Accepts commands from other processes on this machine, because only one process can open the embedded database. Only the account
 * that owns the data folder can reach the socket.
 *
 * @returns a function that stops it
 */
export async function takeOrders(dataDir: string, orders: Orders): Promise<() => Promise<void>> {
  const { control } = dataPaths(dataDir);
  const isFile = process.platform !== 'win32';
  if (isFile && Buffer.byteLength(control) > longestPath) return async () => undefined;
  if (isFile) rmSync(control, { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    void obey(orders, socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(control, resolve);
  });
  if (isFile) chmodSync(control, 0o600);
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/**
 * Sends a command to the process that uses the data folder.
 *
 * @returns its output, or null when no process listens
 * @throws StartError with its message when the command failed, or where the process ended meanwhile
 */
export async function giveOrder(dataDir: string, name: string, argument: string): Promise<string | null> {
  const socket = createConnection({ path: dataPaths(dataDir).control, allowHalfOpen: true });
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  if (!connected) return null;
  socket.end(JSON.stringify([name, argument]));
  const given = await text(socket).catch(() => '');
  if (given === '')
    throw new StartError('The running server ended before this was done. Run the command again.');
  const answer = JSON.parse(given) as Answer;
  if ('failed' in answer) throw new StartError(answer.failed);
  return answer.said;
}

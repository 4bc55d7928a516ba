import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { backlog } from '../../../server/start/backlog.ts';

const clients = 1500;
const kernelLimit = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));

test.skipIf(kernelLimit < clients)(
  'connections that arrive at once while the process is busy are accepted, not tried again seconds later',
  async () => {
    // Takes none of them: what connects is the kernel's work.
    const busy = `require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: ${backlog} }, function () {
      require('node:fs').writeSync(1, String(this.address().port) + '\\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    })`;
    const server = spawn(process.execPath, ['-e', busy], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [port] = await once(server.stdout, 'data');
    const sockets = Array.from({ length: clients }, () => connect(Number(port), '127.0.0.1'));
    for (const socket of sockets) socket.on('error', () => undefined);
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    expect(sockets.every((socket) => !socket.connecting)).toBe(true);
    server.kill('SIGKILL');
    for (const socket of sockets) socket.destroy();
  },
);

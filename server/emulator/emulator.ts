import { Worker } from 'node:worker_threads';
import { StartError } from '../errors/startError.ts';
import type { EmulatorEvent, EmulatorOrder } from './worker.ts';

export type Emulator = { stop(): Promise<void> };

function reason({ code, message }: { code: string; message: string }, order: EmulatorOrder): string {
  if (code === 'MODULE_NOT_FOUND') {
    return 'The Auth emulator is not installed; run `npm ci`, or set FIREBASE_PROJECT_ID to use a Firebase project.';
  }
  if (code === '') return `The accounts in ${order.accountsFile} cannot be used: ${message}.`;
  return `Couldn’t start the Auth emulator on port ${order.port}: ${message}.`;
}

/**
 * Starts the official Auth emulator on the loopback address, with its accounts from before. A change of an account is on disk
 * before the emulator responds.
 *
 * @param lost called when the emulator exits later on
 */
export function startEmulator(order: EmulatorOrder, lost: (message: string) => void): Promise<Emulator> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: order,
      // The emulator's own output would hide what matters in the terminal.
      stdout: true,
      stderr: true,
    });
    let isRunning = false;
    worker.on('message', (event: EmulatorEvent) => {
      if (event.kind === 'ready') {
        isRunning = true;
        const stop = async () => {
          isRunning = false;
          await worker.terminate();
        };
        resolve({ stop });
      } else {
        void worker.terminate();
        reject(new StartError(reason(event, order)));
      }
    });
    worker.on('error', (error) => {
      const code = 'code' in error ? String(error.code) : '';
      if (isRunning) lost(error.message);
      else reject(new StartError(reason({ code, message: error.message }, order)));
      isRunning = false;
    });
    worker.on('exit', () => {
      if (isRunning) lost('it exited');
      else reject(new StartError(reason({ code: 'EXIT', message: 'it exited' }, order)));
    });
  });
}

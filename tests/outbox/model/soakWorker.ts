import { parentPort } from 'node:worker_threads';
import { playMany } from './failures.ts';

/** Plays the chunks that it is asked for. */
parentPort?.on('message', async ({ seed, count }: { seed: number; count: number }) => {
  parentPort?.postMessage(await playMany(seed, count));
});

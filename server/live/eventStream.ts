import { Readable } from 'node:stream';
import { type LiveBatch, liveStream } from '../../src/contract/live.ts';

export type StreamLimits = {
  /** A sign of life, for whoever closes lines that nothing is said on. */
  heartbeatMs: number;
  /** What may wait for a slow reader. */
  mostBufferedBytes: number;
  /** How soon a reader comes back. */
  retryMs: number;
};

export const streamLimits: StreamLimits = {
  heartbeatMs: 15_000,
  mostBufferedBytes: 1024 * 1024,
  retryMs: 1000,
};

/** After an end that the reader does not take note of, the line is cut. */
const partingMs = 1000;

export type EventStream = {
  readonly body: Readable;
  /** Sends a batch as one event; a reader who lets too much pile up is cut off, and takes it up again. */
  tell(batch: LiveBatch): void;
  /** Ends it in order, so that the reader comes back at once. */
  end(): void;
};

/** One stream of server-sent events. `onClosed` is called once, whoever ended it. */
export function openEventStream(
  limits: StreamLimits,
  { endsInMs, onClosed }: { endsInMs: number; onClosed: () => void },
): EventStream {
  const body = new Readable({ read() {} });
  let heartbeat: NodeJS.Timeout | undefined;
  let ended = false;

  function write(text: string): void {
    if (ended || body.destroyed) return;
    body.push(text);
    if (body.readableLength > limits.mostBufferedBytes) body.destroy();
  }

  function end(): void {
    if (ended || body.destroyed) return;
    ended = true;
    body.push(null);
    setTimeout(() => body.destroy(), partingMs).unref();
  }

  const ending = setTimeout(end, endsInMs).unref();
  body.once('close', () => {
    clearInterval(heartbeat);
    clearTimeout(ending);
    onClosed();
  });

  return {
    body,
    tell(batch) {
      if (ended || body.destroyed) return;
      const retry = heartbeat ? '' : `retry: ${limits.retryMs}\n`;
      heartbeat ??= setInterval(() => write(':\n\n'), limits.heartbeatMs).unref();
      write(`${retry}id: ${batch.cursor}\nevent: ${liveStream.event}\ndata: ${JSON.stringify(batch)}\n\n`);
    },
    end,
  };
}

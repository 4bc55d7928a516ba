import { Readable } from 'node:stream';
import { type LiveBatch, liveStream } from '../../src/contract/live.ts';

export type StreamLimits = {
  /** Interval of comments that keep proxies from closing a silent connection. */
  heartbeatMs: number;
  /** Bytes that may be buffered for a slow client. */
  mostBufferedBytes: number;
  /** How soon a client reconnects. */
  retryMs: number;
};

export const streamLimits: StreamLimits = {
  heartbeatMs: 15_000,
  mostBufferedBytes: 1024 * 1024,
  retryMs: 1000,
};

/** How long an ended stream waits for the client to close before the connection is cut. */
const partingMs = 1000;

export type EventStream = {
  readonly body: Readable;
  /** Sends a batch as one event. A client that lets too much pile up is disconnected, and resumes. */
  send(batch: LiveBatch): void;
  /** Ends the stream cleanly, so that the client reconnects at once. */
  end(): void;
};

/** Opens a stream of server-sent events. Calls `onClosed` once, whichever side ended it. */
export function openEventStream(
  limits: StreamLimits,
  { endsInMs, onClosed }: { endsInMs: number; onClosed: () => void },
): EventStream {
  const body = new Readable({ read() {} });
  let heartbeat: NodeJS.Timeout | undefined;
  let ended = false;

  function write(text: string): void {
    if (ended || body.destroyed) return;
    // Before what is sent now, which may be longer by itself: what a client that comes back has missed.
    if (body.readableLength > limits.mostBufferedBytes) body.destroy();
    else body.push(text);
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
    send(batch) {
      if (ended || body.destroyed) return;
      const retry = heartbeat ? '' : `retry: ${limits.retryMs}\n`;
      heartbeat ??= setInterval(() => write(':\n\n'), limits.heartbeatMs).unref();
      write(`${retry}id: ${batch.cursor}\nevent: ${liveStream.event}\ndata: ${JSON.stringify(batch)}\n\n`);
    },
    end,
  };
}

import type { FastifyInstance, FastifyRequest } from 'fastify';

export type Patience = {
  /** For the head of a request. */
  headMs: number;
  /** For a body that is no file: a megabyte takes 8 s on the slowest line that is reckoned with. */
  bodyMs: number;
  /** Without a byte in either direction. */
  silenceMs: number;
  /** For a request with files, all in all. */
  uploadMs: number;
};

export const patience: Patience = {
  headMs: 20_000,
  bodyMs: 60_000,
  silenceMs: 120_000,
  uploadMs: 15 * 60_000,
};

const files = /^(multipart\/|application\/offset\+octet-stream)/i;

/** Settings of the server itself. Slow heads are looked for twice as often as they may last. */
export function slowLineOptions({ headMs, silenceMs, uploadMs }: Patience) {
  return {
    connectionTimeout: silenceMs,
    requestTimeout: uploadMs,
    http: { headersTimeout: headMs, connectionsCheckingInterval: headMs / 2 },
  };
}

/** Whoever sends a small body drop by drop holds a line for nothing, and is cut off. */
export function cutSlowBodies(app: FastifyInstance, { bodyMs }: Patience): void {
  app.addHook('onRequest', ({ raw, headers }: FastifyRequest, _reply, done) => {
    if (!raw.complete && !files.test(headers['content-type'] ?? '')) {
      const timer = setTimeout(() => raw.destroy(), bodyMs);
      timer.unref();
      for (const over of ['end', 'close']) raw.once(over, () => clearTimeout(timer));
    }
    done();
  });
}

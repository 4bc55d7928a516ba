import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { withTimeout } from '../../withTimeout.ts';

const connectTimeoutMs = 5000;
/** A line that broke without a word (a router that died) looks like one on which nothing is told. */
const checkEveryMs = 30_000;
const checkTimeoutMs = 5000;
const firstWaitMs = 100;
const longestWaitMs = 5000;
const partingMs = 500;

/** Keeps one line of its own open to listen on a channel, as `Database.listen` says. */
export function listenOnPostgres(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
): () => Promise<void> {
  const stopped = new AbortController();
  let waitMs = firstWaitMs;

  /** Resolves when the line is lost or no longer wanted; throws when there is none to be had. */
  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: checkTimeoutMs,
      keepAlive: true,
    });
    const over = Promise.withResolvers<void>();
    let checking: NodeJS.Timeout | undefined;
    // Without a listener, a line that breaks would end the process.
    client.on('error', () => over.resolve());
    client.on('end', () => over.resolve());
    client.on('notification', ({ payload }) => {
      if (!stopped.signal.aborted) onNotify(payload ?? '');
    });
    const stop = () => over.resolve();
    stopped.signal.addEventListener('abort', stop);
    try {
      await Promise.race([client.connect(), over.promise]);
      await Promise.race([client.query(`listen ${pg.escapeIdentifier(channel)}`), over.promise]);
      if (stopped.signal.aborted) return;
      waitMs = firstWaitMs;
      onNotify('');
      checking = setInterval(() => client.query('select 1').catch(stop), checkEveryMs).unref();
      await over.promise;
    } finally {
      clearInterval(checking);
      stopped.signal.removeEventListener('abort', stop);
      client.removeAllListeners('notification');
      // Nobody may answer any more.
      await withTimeout(client.end(), partingMs).catch(() => undefined);
    }
  }

  async function listen(): Promise<void> {
    while (!stopped.signal.aborted) {
      await listenOnce().catch(() => undefined);
      // Not all processes at once, when the database has come back.
      const someMs = waitMs * (0.5 + Math.random());
      await wait(someMs, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
      waitMs = Math.min(waitMs * 2, longestWaitMs);
    }
  }

  const listening = listen();
  return async () => {
    stopped.abort();
    await listening;
  };
}

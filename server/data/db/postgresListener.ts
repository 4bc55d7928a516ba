import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { withTimeout } from '../../time/withTimeout.ts';

const connectTimeoutMs = 5000;
/** Interval of a check of the connection: one that is lost silently looks like one without notifications. */
const checkEveryMs = 30_000;
const checkTimeoutMs = 5000;
const firstWaitMs = 100;
const longestWaitMs = 5000;
const endTimeoutMs = 500;

/** Listens on a channel over a connection of its own, see `Database.listen`. */
export function listenOnPostgres(
  url: string,
  channel: string,
  onNotify: (payload: string) => void,
): () => Promise<void> {
  const stopped = new AbortController();
  let waitMs = firstWaitMs;

  /** Resolves when the connection is lost or no longer needed. @throws when there is none */
  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: checkTimeoutMs,
      keepAlive: true,
    });
    const over = Promise.withResolvers<void>();
    let checking: NodeJS.Timeout | undefined;
    // Without a listener, a lost connection would end the process.
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
      // The server may not respond any more.
      await withTimeout(client.end(), endTimeoutMs).catch(() => undefined);
    }
  }

  async function listen(): Promise<void> {
    while (!stopped.signal.aborted) {
      await listenOnce().catch(() => undefined);
      // Spreads the processes that reconnect when the database is back.
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

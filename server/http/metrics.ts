import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import { lastResult } from '../data/schedules.ts';
import type { TaskKind } from '../data/taskKinds.ts';
import { type Backlog, backlogOf } from '../data/tasks.ts';
import type { Services } from '../services/services.ts';
import { withTimeout } from '../time/withTimeout.ts';
import { type StoreCheckResult, storeCheck } from '../uploads/checkStore.ts';

/** Prometheus metrics: the process, responses and their duration, the database, and the backlog of the queues. */
export type Metrics = { text(): Promise<string>; registry: Registry };

/** Seconds. Above the last one, a caller has given up (§9: 8 s). */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8];
/** Prometheus waits 10 s by default, and the other metrics matter most when the database hangs. */
const readTimeoutMs = 2000;

/** Measures all responses. Labels contain route patterns, never paths, which may name users. */
function measureResponses(app: FastifyInstance, registers: Registry[]): void {
  const responses = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
    };
    responses.observe(labels, reply.elapsedTime / 1000);
    done();
  });
}

/** Measures the connections to the database, where there are several. */
function measurePool(db: Services['db'], registers: Registry[]): void {
  const { pool } = db;
  if (!pool) return;
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database, besides the one that listens.',
    labelNames: ['state'],
    registers,
    collect() {
      const { inUse, idle } = pool();
      this.set({ state: 'in_use' }, inUse);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'database_connections_waiting',
    help: 'Statements and transactions that wait for a connection.',
    registers,
    collect() {
      this.set(pool().waiting);
    },
  });
}

/**
 * Creates the gauges that are read from the database at each collection.
 *
 * @returns a function that sets them to what was read, or says that nothing could be
 */
function storedGauges(registers: Registry[]) {
  const up = new Gauge({
    name: 'database_up',
    help: 'Whether the database answered in time when these metrics were collected (1), or not (0).',
    registers,
  });
  const queueLength = new Gauge({
    name: 'queue_length',
    help: 'Waiting tasks and undispatched events, of all processes on the database.',
    labelNames: ['queue'],
    registers,
  });
  const overdue = new Gauge({
    name: 'queue_overdue_seconds',
    help: 'How long the oldest of them has been due.',
    labelNames: ['queue'],
    registers,
  });
  const files = new Gauge({
    name: 'store_files',
    help: 'Files in the store at its last check: stored, orphaned (named by no row), removed, and missing (named by a row, but not stored).',
    labelNames: ['state'],
    registers,
  });
  const checked = new Gauge({
    name: 'store_checked_timestamp_seconds',
    help: 'Time of the last check of the store.',
    registers,
  });
  return {
    show(backlog: Backlog, store: (StoreCheckResult & { done: number }) | null): void {
      up.set(1);
      for (const [queue, state] of Object.entries(backlog)) {
        queueLength.set({ queue }, state.waiting);
        overdue.set({ queue }, state.overdueSeconds);
      }
      if (!store) return;
      for (const state of ['stored', 'orphaned', 'removed', 'missing'] as const) {
        files.set({ state }, store[state]);
      }
      checked.set(store.done);
    },
    showDown(): void {
      up.set(0);
      queueLength.reset();
      overdue.reset();
    },
  };
}

/**
 * Collects the metrics of this app.
 *
 * @param work.streams returns the number of open event streams
 * @param work.kinds of the tasks that this process runs: what only others run must not look overdue here
 */
export function measure(
  app: FastifyInstance,
  { db, now, log, counters }: Pick<Services, 'db' | 'now' | 'log' | 'counters'>,
  { streams, kinds }: { streams: () => number; kinds: readonly TaskKind[] },
): Metrics {
  const { registry } = counters;
  const registers = [registry];
  measureResponses(app, registers);
  measurePool(db, registers);
  new Gauge({
    name: 'live_streams',
    help: 'Open event streams.',
    registers,
    collect() {
      this.set(streams());
    },
  });
  const stored = storedGauges(registers);
  let reading: ReturnType<typeof read> | undefined;

  async function read() {
    const store = await lastResult<StoreCheckResult & { done: number }>(db, storeCheck.name);
    return { store, backlog: await backlogOf(db, Math.floor(now() / 1000), kinds) };
  }

  return {
    registry,
    async text() {
      try {
        // While the database hangs, all collections wait for one read, which takes one connection.
        reading ??= read().finally(() => {
          reading = undefined;
        });
        const { backlog, store } = await withTimeout(reading, readTimeoutMs);
        stored.show(backlog, store);
      } catch (error) {
        log.warn({ err: error }, 'the backlog could not be read');
        stored.showDown();
      }
      return registry.metrics();
    },
  };
}

/** Adds a gauge that says whether the mailbox of replies can be read. */
export function measureMailbox({ registry }: Metrics, isConnected: () => boolean): void {
  new Gauge({
    name: 'reply_mailbox_up',
    help: 'Whether emails with replies can be fetched (1), or not (0).',
    registers: [registry],
    collect() {
      this.set(Number(isConnected()));
    },
  });
}

/** Serves `GET /metrics` on a port of its own, by default on the loopback address, which a proxy in front does not reach. */
export async function openMetricsPort(metrics: Metrics, port: number, host = '127.0.0.1'): Promise<Server> {
  collectDefaultMetrics({ register: metrics.registry });
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return server;
}

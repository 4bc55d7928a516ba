import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { lastResult } from '../data/schedules.ts';
import { backlogOf } from '../data/tasks.ts';
import type { Services } from '../services.ts';
import { type StoreFound, storeCheck } from '../uploads/checkStore.ts';

/** Prometheus metrics: the process, responses and their duration, and the backlog of the queues. */
export type Metrics = { text(): Promise<string>; registry: Registry };

/** Seconds. Above the last one, a caller has given up (§9: 8 s). */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8];

/**
 * Collects metrics of this app. Labels contain route patterns, never paths, which may name users.
 *
 * @param streams returns the number of open event streams
 */
export function measure(
  app: FastifyInstance,
  { db, now, log }: Pick<Services, 'db' | 'now' | 'log'>,
  streams: () => number,
): Metrics {
  const registry = new Registry();
  const registers = [registry];
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
  new Gauge({
    name: 'live_streams',
    help: 'Open event streams.',
    registers,
    collect() {
      this.set(streams());
    },
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
  const store = new Gauge({
    name: 'store_files',
    help: 'Files in the store at its last check: stored, orphaned (named by no row), removed, and missing (named by a row, but not stored).',
    labelNames: ['state'],
    registers,
  });
  const storeChecked = new Gauge({
    name: 'store_checked_timestamp_seconds',
    help: 'Time of the last check of the store.',
    registers,
  });

  async function collectStore(): Promise<void> {
    const last = await lastResult<StoreFound>(db, storeCheck.name);
    if (!last) return;
    for (const state of ['stored', 'orphaned', 'removed', 'missing'] as const) {
      store.set({ state }, last[state]);
    }
    storeChecked.set(last.done);
  }

  return {
    registry,
    async text() {
      try {
        await collectStore();
        const backlog = await backlogOf(db, Math.floor(now() / 1000));
        for (const [queue, state] of Object.entries(backlog)) {
          queueLength.set({ queue }, state.waiting);
          overdue.set({ queue }, state.overdueSeconds);
        }
      } catch (error) {
        // The other metrics matter most when the database is down.
        log.warn({ err: error }, 'the backlog could not be read');
        queueLength.reset();
        overdue.reset();
      }
      return registry.metrics();
    },
  };
}

/** Serves `GET /metrics` on a port of its own on the loopback address, which a proxy in front does not reach. */
export async function openMetricsPort(metrics: Metrics, port: number): Promise<Server> {
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
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

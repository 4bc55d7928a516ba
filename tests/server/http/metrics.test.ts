import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { enqueue } from '../../../server/data/tasks.ts';
import { openMetricsPort } from '../../../server/http/metrics.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { openParts } from '../../../server/start/openApp.ts';
import type { Program } from '../../../server/start/program.ts';
import { throughProxy } from '../../support/database/throughProxy.ts';
import type { TcpProxy } from '../../support/network/tcpProxy.ts';
import { newJob, send } from '../../support/server/jobs.ts';
import { metricIn, metricOf } from '../../support/server/metricOf.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase, onPostgres, type TestServer } from '../../support/server/server.ts';
import { freePort } from '../../support/server/stack.ts';

onOneDatabase('metrics', (start) => {
  let server: TestServer;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    server = await start({ wakeUpMs: 3_600_000 });
  });
  afterAll(() => {
    for (const end of ends) end();
  });

  test('count responses by route and status, and name nobody', async () => {
    const { jobId } = await newJob(server);
    await server.call('profile', { as: 'client', params: { email: people.client.email } });
    await server.call('profile', { as: 'client', params: { email: people.admin.email } });
    const text = await server.app.metrics.text();
    const profile =
      'http_request_duration_seconds_count{method="GET",route="/api/users/profile/:email",status=';
    expect(metricIn(text, `${profile}"200"}`)).toBe(1);
    expect(metricIn(text, `${profile}"404"}`)).toBe(1);
    expect(text).not.toContain(jobId);
    expect(text).not.toContain('@');
  });

  test('report the length of the queues, and how long they have been overdue', async () => {
    const { jobId } = await newJob(server);
    await server.notify();
    await send(server, jobId, 'client', 'For nobody in particular');
    await server.notify();
    server.clock.advance(1000);
    const text = await server.app.metrics.text();
    expect(metricIn(text, 'queue_length{queue="events"}')).toBe(0);
    // An email to each of the staff, due ten minutes after what it tells of.
    expect(metricIn(text, 'queue_length{queue="email"}')).toBeGreaterThan(0);
    expect(metricIn(text, 'queue_overdue_seconds{queue="email"}')).toBe(400);
    expect(metricIn(text, 'live_streams')).toBe(0);
  });

  test('are served on a port of their own', async () => {
    const port = await freePort();
    const own = await openMetricsPort(server.app.metrics, port);
    ends.push(() => own.close());
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await answer.text()).toMatch(/^process_cpu_seconds_total /m);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
    expect((await server.app.inject('/metrics')).statusCode).toBe(404);
    expect(own.address()).toMatchObject({ address: '127.0.0.1' });
    const metrics = { ...server.app.metrics, registry: new Registry() };
    const everywhere = await openMetricsPort(metrics, await freePort(), '0.0.0.0');
    ends.push(() => everywhere.close());
    expect(everywhere.address()).toMatchObject({ address: '0.0.0.0' });
  });
});

onOneDatabase('metrics of a server without previews', (start) => {
  test('tell of no preview, which it does not make, that it is overdue', async () => {
    const server = await start({ wakeUpMs: 3_600_000, previews: { atOnce: 0 } });
    const now = Math.floor(server.clock.nowMs / 1000);
    // As one that was to be tried again when previews were turned off.
    await enqueue(server.db, [{ kind: 'preview', payload: { key: 'a-plan' }, runAfter: now - 3600 }], now);
    const text = await server.app.metrics.text();
    expect(text).not.toContain('queue_overdue_seconds{queue="preview"}');
    expect(metricIn(text, 'queue_overdue_seconds{queue="comparison"}')).toBe(0);
  });
});

onPostgres('metrics of a server with slow statements', (start) => {
  test('count the lines about them', async () => {
    const { databaseUrl } = await start();
    const dataDir = await mkdtemp(join(tmpdir(), 'ev-metrics-'));
    const closes: Parameters<Program['onClose']>[0][] = [() => rm(dataDir, { recursive: true })];
    onTestFinished(async () => {
      for (const close of closes.reverse()) await close();
    });
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    onTestFinished(() => written.mockRestore());
    const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SLOW_QUERY_MS: '200' };
    const program = { onClose: closes.push.bind(closes), done() {}, fail() {} };
    const { db, counters } = await openParts(readConfig(environment), program);
    const server = await start({ db, ...(counters && { counters }) });
    await db.query('select pg_sleep(0.3)');
    const lines = written.mock.calls.filter(([line]) => String(line).includes('"msg":"slow statement"'));
    expect(lines.join()).toContain('select pg_sleep(0.3)');
    expect(await metricOf(server, 'log_lines_total{level="warn"}')).toBe(lines.length);
  });
});

onPostgres('metrics without a database', (start) => {
  let server: TestServer;
  let proxy: TcpProxy;
  beforeAll(async () => {
    server = await start({
      wakeUpMs: 3_600_000,
      async connect(address) {
        const opened = await throughProxy(address);
        proxy = opened.proxy;
        return opened.db;
      },
    });
  });
  beforeEach(() => proxy.restore());
  afterAll(() => proxy.close());

  test('say that it is down, nothing of the queues, and the rest', async () => {
    const before = await server.app.metrics.text();
    expect(metricIn(before, 'database_up')).toBe(1);
    expect(metricIn(before, 'queue_overdue_seconds{queue="push"}')).toBe(0);
    proxy.cut();
    const text = await server.app.metrics.text();
    expect(metricIn(text, 'database_up')).toBe(0);
    expect(text).not.toContain('queue_length{');
    expect(text).not.toContain('queue_overdue_seconds{');
    expect(metricIn(text, 'database_connections{state="in_use"}')).toBe(0);
    // That the backlog could not be read.
    expect(metricIn(text, 'log_lines_total{level="warn"}')).toBe(1);
  });

  test('come in time while it hangs, and take one connection however often they are collected', async () => {
    await server.app.metrics.text();
    // It would wait for a connection of its own.
    await server.app.background.close();
    proxy.freeze();
    // A timer of this process, which a busy machine delays as much.
    const tooLate = new Promise<never>((_, reject) =>
      setTimeout(reject, 5000, new Error('They came too late.')),
    );
    tooLate.catch(() => undefined);
    const texts = await Promise.race([Promise.all([1, 2, 3].map(() => server.app.metrics.text())), tooLate]);
    for (const text of texts) expect(metricIn(text, 'database_up')).toBe(0);
    expect(metricIn(texts[0] ?? '', 'database_connections{state="in_use"}')).toBe(1);
  });
});

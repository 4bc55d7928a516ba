import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openPostgres } from '../../server/data/db/open.ts';
import type { Cluster } from './cluster.ts';
import { addressOf, type HostName } from './hosts.ts';
import { primary } from './patroni.ts';
import { database, password, ports } from './settings.ts';
import { until } from './until.ts';

const urlOf = (host: HostName) =>
  `postgres://postgres:${password}@${addressOf(host)}:${ports.postgres}/${database}`;

/**
 * Writes to the PostgreSQL of one host, past HAProxy, as a session does that nobody has cut, for as long as it is let.
 *
 * @returns what was acknowledged, and when the last of it was
 */
function writeStraight(host: HostName, name: string) {
  const acknowledged: number[] = [];
  let lastAt = performance.now();
  let isOver = false;
  let next = 1;
  const over = Promise.withResolvers<void>();
  async function session(): Promise<void> {
    const client = new pg.Client({ connectionString: urlOf(host), connectionTimeoutMillis: 3000 });
    client.on('error', () => {});
    try {
      await client.connect();
      // As the sessions of PgBouncer.
      await client.query('set statement_timeout = 15000');
      for (; !isOver; next += 1) {
        await client.query('insert into straight (name, n) values ($1, $2)', [name, next]);
        acknowledged.push(next);
        lastAt = performance.now();
        await sleep(100);
      }
    } finally {
      // It may wait for ever for a standby.
      void client.end().catch(() => undefined);
    }
  }
  const done = (async () => {
    while (!isOver) {
      await Promise.race([session().catch(() => undefined), over.promise]);
      next += 1;
      await sleep(500);
    }
  })();
  return {
    acknowledged,
    lastAt: () => lastAt,
    async stop(): Promise<void> {
      isOver = true;
      over.resolve();
      await done;
    },
  };
}

let times = 0;

/**
 * Stops, kills or restarts Patroni on the host of the primary, whose PostgreSQL goes on, while somebody writes straight to that PostgreSQL.
 *
 * @returns what must be asked once the cluster is whole: whether everything that was acknowledged is there
 */
export async function patroniAlone(
  cluster: Cluster,
  what: 'frozen' | 'killed' | 'restarted',
): Promise<() => Promise<string[]>> {
  const host = await primary();
  if (!host) throw new Error('There is no primary.');
  times += 1;
  const name = `${what} ${times}`;
  const db = await openPostgres(urlOf(host));
  await db.query('create table if not exists straight (name text, n int)');
  await db.close();
  const writer = writeStraight(host, name);
  await sleep(1000);
  const began = performance.now();
  const patroni = cluster.programs.get(`${host} patroni`);
  if (what === 'frozen') process.kill(patroni?.pid ?? 0, 'SIGSTOP');
  else await patroni?.kill();
  let elected = Number.NaN;
  if (what === 'restarted') {
    await sleep(1000);
    cluster.start(host);
  } else {
    await until('another primary', 120, async () => ![undefined, host].includes(await primary()));
    elected = performance.now();
    await sleep(15_000);
    if (what === 'frozen' && !patroni?.hasEnded()) process.kill(patroni?.pid ?? 0, 'SIGCONT');
    // What a watchdog has ended, or we.
    cluster.start(host);
  }
  await sleep(5000);
  return async () => {
    await writer.stop();
    // A write may still be under way, and be acknowledged while this reads.
    const acknowledged = [...writer.acknowledged];
    const leader = await primary();
    const at = await openPostgres(urlOf(leader ?? host));
    const rows = await at.query<{ n: number }>('select n from straight where name = $1', [name]);
    await at.close();
    const there = new Set(rows.map(({ n }) => n));
    const lost = acknowledged.filter((n) => !there.has(n));
    const seconds = (ms: number) => ((ms - began) / 1000).toFixed(1);
    const election = Number.isNaN(elected) ? 'none' : `after ${seconds(elected)} s`;
    console.log(
      `  ${host}: ${acknowledged.length} acknowledged by its PostgreSQL, the last after ${seconds(writer.lastAt())} s; another primary: ${election}; ${lost.length} lost`,
    );
    return lost.length > 0
      ? [
          `Patroni ${what}: ${lost.length} of ${acknowledged.length} writes are lost that ${host} acknowledged`,
        ]
      : [];
  };
}

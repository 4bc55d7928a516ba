import { setTimeout as sleep } from 'node:timers/promises';
import { openPostgres } from '../../server/data/db/open.ts';
import type { JobDetails } from '../../src/contract/jobs/jobDetails.ts';
import { bugs } from '../planted/bugs.ts';
import { call, callAt, registerPeople, report } from '../support/network/outsider.ts';
import { plant } from '../support/run/plant.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { endWith, isPlanted } from './ending.ts';
import {
  appHosts,
  connectionsTo,
  cutOff,
  databaseHosts,
  type HostName,
  postmasterOn,
  rejoin,
  signalAll,
} from './hosts.ts';
import { startLoad } from './load.ts';
import { primary, untilWhole } from './patroni.ts';
import { patroniAlone } from './patroniAlone.ts';
import { portOf, ports } from './settings.ts';
import { until } from './until.ts';

/**
 * Drills of a database that fails over, under load: three PostgreSQL under Patroni with etcd, two servers of ours with a PgBouncer and an
 * HAProxy each, and an HAProxy in front. `ROUNDS` (20) of each drill, a quarter of those that are slow; `DRILLS` names some. `WATCHDOG=1`
 * gives each host of the database a watchdog. `PLANTED=1` has the servers carry out a write again that is repeated, which must be found.
 * Needs root.
 */
const rounds = Number(process.env.ROUNDS ?? 20);
const frozenSeconds = Number(process.env.FROZEN ?? 60);
const origin = `http://127.0.0.1:${ports.front}`;
/** `DATABASE_POOL` of each server. */
const poolSize = 10;

const random = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

async function currentPrimary(): Promise<HostName> {
  const host = await primary();
  if (!host) throw new Error('There is no primary.');
  return host;
}

/** Kills what stands between a server and the database, and starts it again 3 s later. */
async function programAway(cluster: Cluster, name: 'haproxy' | 'pgbouncer'): Promise<void> {
  const host = random(appHosts);
  await cluster.programs.get(`${host} ${name}`)?.kill();
  await sleep(3000);
  cluster.startProgram(host, name);
  await sleep(3000);
}

/** Those that take a minute or more run in every fourth round. */
const slow = ['two etcd members killed', 'host of the primary frozen', 'primary and a server cut off'];

/** What is done to the cluster, and mended at its end. One may return a function that, once the cluster is whole, returns faults. */
const drills: Record<string, (cluster: Cluster) => Promise<unknown>> = {
  async 'host of the primary killed'(cluster) {
    const host = await currentPrimary();
    signalAll(host, 'SIGKILL');
    await until('another primary', 120, async () => ![undefined, host].includes(await primary()));
    await sleep(3000);
    cluster.start(host);
  },
  async 'PostgreSQL of the primary killed'() {
    process.kill(postmasterOn(await currentPrimary()), 'SIGKILL');
    await sleep(3000);
  },
  async 'an etcd member killed'(cluster) {
    const host = random(databaseHosts);
    await cluster.programs.get(`${host} etcd`)?.kill();
    await sleep(10_000);
    cluster.startProgram(host, 'etcd');
    await sleep(3000);
  },
  async 'two etcd members killed'(cluster) {
    const hosts = databaseHosts.toSorted(() => Math.random() - 0.5).slice(0, 2);
    for (const host of hosts) await cluster.programs.get(`${host} etcd`)?.kill();
    await sleep(45_000);
    for (const host of hosts) cluster.startProgram(host, 'etcd');
    await until('a primary', 120, async () => (await primary()) !== undefined);
  },
  'the HAProxy of a server killed': (cluster) => programAway(cluster, 'haproxy'),
  async 'the HAProxy in front killed'(cluster) {
    await cluster.front.kill();
    await sleep(3000);
    cluster.startFront();
    await sleep(3000);
  },
  'a PgBouncer killed': (cluster) => programAway(cluster, 'pgbouncer'),
  async 'host of the primary frozen'() {
    const host = await currentPrimary();
    signalAll(host, 'SIGSTOP');
    await sleep(frozenSeconds * 1000);
    signalAll(host, 'SIGCONT');
  },
  async 'primary and a server cut off'() {
    const hosts = [await currentPrimary(), random(appHosts)];
    cutOff(...hosts);
    await sleep(60_000);
    rejoin(...hosts);
  },
  'Patroni of the primary frozen': (cluster) => patroniAlone(cluster, 'frozen'),
  'Patroni of the primary killed': (cluster) => patroniAlone(cluster, 'killed'),
  'Patroni of the primary restarted': (cluster) => patroniAlone(cluster, 'restarted'),
};

const mistake = bugs.find(({ name }) => name === 'a write is repeated despite its idempotency key');
const cluster = await startCluster(isPlanted && mistake ? plant([mistake.change]) : []);
const faults: string[] = [];
try {
  callAt(() => origin);
  await registerPeople();
  const jobs: string[] = [];
  for (const n of [1, 2, 3]) {
    const body = report(`DRILL${n}`, `${n} Drill Rd`);
    jobs.push((await call<JobDetails>({ path: '/jobs/report', body, key: `job-${n}` })).jobId);
  }
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const load = await startLoad({
    jobs,
    devices: 6,
    origin,
    writers: { front: origin, ...Object.fromEntries(appHosts.map((host) => [host, at(portOf(host))])) },
  });

  const asked =
    process.env.DRILLS?.split(',') ?? (isPlanted ? ['the HAProxy in front killed'] : Object.keys(drills));
  const unknown = asked.filter((name) => !drills[name]);
  if (unknown.length > 0) throw new Error(`No drill has the name ${unknown.join(', ')}.`);
  const gaps: Record<string, number[]> = {};
  let remade = 0;
  for (let round = 1; round <= rounds; round++) {
    for (const name of asked.filter((drill) => round % 4 === 1 || !slow.includes(drill))) {
      await Promise.race([sleep(2000), load.broken]);
      const began = performance.now();
      const ask = await drills[name]?.(cluster);
      if (await untilWhole()) remade += 1;
      if (typeof ask === 'function') faults.push(...(await ask()));
      await until('a write by each server', 60, async () => load.writes());
      const gap = load.longestGap('front', began);
      gaps[name] = [...(gaps[name] ?? []), gap];
      const held = appHosts.map((host) => connectionsTo(host, ports.pgbouncer));
      const took = (performance.now() - began) / 1000;
      console.log(
        `${round} ${name}: ${gap.toFixed(1)} s without writes, ${took.toFixed(0)} s in all, connections ${held.join(' and ')}, waiting ${await load.waiting()}`,
      );
      if (held.some((count) => count > 2 * poolSize))
        faults.push(`${name}: ${held.join(' and ')} connections`);
    }
  }

  await load.end();
  for (const host of appHosts) {
    if (cluster.programs.get(`${host} server`)?.hasEnded()) faults.push(`the server on ${host} ended`);
  }

  const db = await openPostgres(await cluster.databaseUrl());
  faults.push(...(await load.faults(db)));
  const [late] = await db.query<{ count: number }>(
    'select count(*) from tasks where done is null and run_after < extract(epoch from now()) - 120',
  );
  if (late && late.count > 0) faults.push(`${late.count} tasks are late`);
  await db.close();

  for (const [name, seconds] of Object.entries(gaps)) {
    const sorted = seconds.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
    console.log(
      `${name}, ${sorted.length} times: without writes ${median.toFixed(1)} s, at worst ${sorted.at(-1)?.toFixed(1)} s`,
    );
  }
  console.log(`${load.summary()}; ${remade} standbys made anew`);
} catch (error) {
  faults.push(String(error));
} finally {
  await cluster.stop(faults.length > 0);
}
endWith(faults);

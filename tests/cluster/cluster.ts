import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutPgbouncer } from '../support/database/pgbouncer.ts';
import { s3Environment, startS3 } from '../support/files/s3.ts';
import { withoutPrograms } from '../support/run/programs.ts';
import {
  addressOf,
  appHosts,
  closeHosts,
  databaseHosts,
  type HostName,
  openHosts,
  type Program,
  signalAll,
  startOn,
} from './hosts.ts';
import { primary, untilWhole, withoutPatroni } from './patroni.ts';
import { postgresPrograms, sayPostgres } from './postgresPrograms.ts';
import {
  database,
  databaseProxySettings,
  etcdCommand,
  frontSettings,
  hasWatchdog,
  password,
  patroniSettings,
  poolerSettings,
  ports,
  serverEnvironment,
  watchdogOf,
} from './settings.ts';
import { until } from './until.ts';
import { makeVersion, serverOf } from './version.ts';
import { startWatchdog } from './watchdog.ts';

/** Returns a sentence that says what is missing for the drills; `''` where nothing is. */
export function withoutCluster(): string {
  if (process.getuid?.() !== 0) return 'Hosts of their own need root.';
  if (postgresPrograms() === '') return 'Debian’s PostgreSQL is not installed.';
  return (
    withoutPrograms(['ip', 'ss', 'setpriv', 'etcd', 'haproxy']) || withoutPatroni() || withoutPgbouncer()
  );
}

export type Cluster = {
  /** Starts on a host what it ran and runs no more. */
  start(host: HostName): void;
  front: Program;
  startFront(): void;
  programs: Map<string, Program>;
  startProgram(host: HostName, name: string): void;
  /** Address of the primary’s database, for checks. */
  databaseUrl(): Promise<string>;
  /** @param isFaulty keeps what the programs printed */
  stop(isFaulty: boolean): Promise<void>;
};

/**
 * Starts three hosts with etcd, Patroni and PostgreSQL, two with a server of ours, PgBouncer and HAProxy, and an HAProxy in front.
 *
 * @param changed files of the servers with other texts
 */
export async function startCluster(
  changed: Iterable<readonly [file: string, text: string]> = [],
): Promise<Cluster> {
  const folder = await mkdtemp('/tmp/ev-cluster-');
  await chmod(folder, 0o755);
  const s3 = await startS3();
  const files = [...changed];
  const version = files.length === 0 ? '.' : await makeVersion(join(folder, 'version'), files);
  sayPostgres();
  openHosts();
  const programsFolder = postgresPrograms();
  const file = (name: string) => join(folder, name);
  const keep = (name: string, text: string) => writeFile(file(name), text);
  await keep('front.cfg', frontSettings(Number(new URL(s3.endpoint).port)));
  await keep('users.txt', `"postgres" "${password}"\n`);
  const watchdogs: (() => void)[] = [];
  for (const host of databaseHosts) {
    await keep(`${host}.yml`, patroniSettings(host, folder, programsFolder));
    if (hasWatchdog) watchdogs.push(startWatchdog(host, watchdogOf(host, folder), () => cluster.start(host)));
  }
  for (const host of appHosts) {
    await keep(`${host}.cfg`, databaseProxySettings(host));
    await keep(`${host}.ini`, poolerSettings(file('users.txt')));
    await mkdir(file(host));
    await keep(`${host}/seed.json`, JSON.stringify({ state: 'unwanted', startedAt: 0 }));
  }
  for (const name of ['', ...appHosts]) await chown(file(name), 65534, 65534);

  const commands: Record<string, (host: HostName) => string[]> = {
    etcd: (host) => etcdCommand(host, folder),
    patroni: (host) => ['patroni', file(`${host}.yml`)],
    haproxy: (host) => ['haproxy', '-db', '-f', file(`${host}.cfg`)],
    pgbouncer: (host) => ['pgbouncer', file(`${host}.ini`)],
    server: () => [process.execPath, serverOf(version)],
  };
  const namesOn = (host: HostName) =>
    databaseHosts.includes(host) ? ['etcd', 'patroni'] : ['haproxy', 'pgbouncer', 'server'];
  const programs = new Map<string, Program>();
  const cluster: Cluster = {
    programs,
    startProgram(host, name) {
      const env = name === 'server' ? { ...serverEnvironment(file(host)), ...s3Environment } : {};
      programs.set(`${host} ${name}`, startOn(host, commands[name]?.(host) ?? [], { folder, env }));
    },
    start(host) {
      for (const name of namesOn(host)) {
        if (programs.get(`${host} ${name}`)?.hasEnded() !== false) cluster.startProgram(host, name);
      }
    },
    front: undefined as unknown as Program,
    startFront() {
      cluster.front = startOn(null, ['haproxy', '-db', '-f', file('front.cfg')], { folder });
    },
    async databaseUrl() {
      const host = await primary();
      if (!host) throw new Error('There is no primary.');
      return `postgres://postgres:${password}@${addressOf(host)}:${ports.postgres}/${database}`;
    },
    async stop(isFaulty) {
      for (const stop of watchdogs) stop();
      await cluster.front?.kill();
      closeHosts();
      await s3.stop();
      if (isFaulty) console.log(`What its programs printed is in ${folder}.`);
      else await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    cluster.startFront();
    for (const host of databaseHosts) cluster.start(host);
    await untilWhole();
    for (const host of appHosts) cluster.start(host);
    await until('a server that is ready behind the front', 180, async () => {
      const answer = await fetch(`http://127.0.0.1:${ports.front}/api/readyz`).catch(() => undefined);
      return answer?.ok === true;
    });
  } catch (error) {
    for (const host of databaseHosts) signalAll(host, 'SIGKILL');
    await cluster.stop(true);
    throw error;
  }
  return cluster;
}

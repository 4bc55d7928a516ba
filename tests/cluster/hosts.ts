import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Hosts on one machine: network namespaces of Linux, joined by a bridge (10.77.0.0/24) from which some can be cut off, and by a second one
 * (10.77.1.0/24) that always works, by which the drills reach our servers as their users do.
 */
export const hostNames = ['db1', 'db2', 'db3', 'app1', 'app2'] as const;
export type HostName = (typeof hostNames)[number];
export const databaseHosts = hostNames.slice(0, 3);
export const appHosts = hostNames.slice(3);

const bridge = { joined: 'ev-joined', cutOff: 'ev-cut', outside: 'ev-outside' };
/** This process’s own address on the second bridge. */
export const outsideAddress = '10.77.1.254';

const numberOf = (host: HostName) => hostNames.indexOf(host) + 1;
const namespaceOf = (host: HostName) => `ev-${host}`;
export const addressOf = (host: HostName) => `10.77.0.${numberOf(host)}`;
export const outsideAddressOf = (host: HostName) => `10.77.1.${numberOf(host)}`;

function ip(words: string): string {
  return execFileSync('ip', words.split(' '), { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function removeIfThere(words: string): void {
  try {
    ip(words);
  } catch {
    // There is none.
  }
}

const outerOf = (host: HostName, to: string) => `${to.slice(0, 4)}-${host}`;

function link(host: HostName, to: string, inside: string, address: string): void {
  const outer = outerOf(host, to);
  ip(`link add ${outer} type veth peer name ${inside} netns ${namespaceOf(host)}`);
  ip(`link set ${outer} master ${to} up`);
  ip(`-n ${namespaceOf(host)} address add ${address}/24 dev ${inside}`);
  ip(`-n ${namespaceOf(host)} link set ${inside} up`);
}

/** Returns the processes on a host. */
function processesOn(host: HostName): number[] {
  return ip(`netns pids ${namespaceOf(host)}`)
    .split('\n')
    .filter(Boolean)
    .map(Number);
}

export function signalAll(host: HostName, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of processesOn(host)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

const started: ChildProcess[] = [];

export function closeHosts(): void {
  for (const child of started) child.kill('SIGKILL');
  for (const host of hostNames) {
    if (ip('netns list').includes(namespaceOf(host))) signalAll(host, 'SIGKILL');
    removeIfThere(`netns delete ${namespaceOf(host)}`);
    // A namespace ends only after its last process.
    for (const to of Object.values(bridge)) removeIfThere(`link delete ${outerOf(host, to)}`);
  }
  for (const name of Object.values(bridge)) removeIfThere(`link delete ${name}`);
}

/** Makes all hosts; they end with this process. */
export function openHosts(): void {
  closeHosts();
  process.once('exit', closeHosts);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  for (const name of Object.values(bridge)) {
    ip(`link add ${name} type bridge`);
    ip(`link set ${name} up`);
  }
  ip(`address add 10.77.0.254/24 dev ${bridge.joined}`);
  ip(`address add ${outsideAddress}/24 dev ${bridge.outside}`);
  for (const host of hostNames) {
    ip(`netns add ${namespaceOf(host)}`);
    ip(`-n ${namespaceOf(host)} link set lo up`);
    link(host, bridge.joined, 'inner', addressOf(host));
    if (appHosts.includes(host)) link(host, bridge.outside, 'outer', outsideAddressOf(host));
  }
}

/** Cuts hosts off from the others; they reach each other. */
export function cutOff(...hosts: readonly HostName[]): void {
  for (const host of hosts) ip(`link set ${outerOf(host, bridge.joined)} master ${bridge.cutOff}`);
}

export function rejoin(...hosts: readonly HostName[]): void {
  for (const host of hosts) ip(`link set ${outerOf(host, bridge.joined)} master ${bridge.joined}`);
}

/** Returns how many connections processes on a host have to a port. */
export function connectionsTo(host: HostName, port: number): number {
  const list = ip(`netns exec ${namespaceOf(host)} ss -tnH state established dport = :${port}`);
  return list.split('\n').filter(Boolean).length;
}

export type Program = { pid: number; hasEnded(): boolean; kill(): Promise<void> };

/** Starts a program on a host (null: on none of them) as `nobody`; what it prints goes to a file in `folder`. */
export function startOn(
  host: HostName | null,
  command: readonly string[],
  { folder, env = {} }: { folder: string; env?: Record<string, string> },
): Program {
  const log = openSync(join(folder, `${host ?? 'front'}-${command[0]?.split('/').at(-1)}.log`), 'a');
  const asNobody = ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups', ...command];
  const [program = '', ...args] =
    host === null ? asNobody : ['ip', 'netns', 'exec', namespaceOf(host), ...asNobody];
  const child: ChildProcess = spawn(program, args, {
    cwd: process.cwd(),
    env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const closed = once(child, 'close');
  started.push(child);
  return {
    pid: child.pid ?? 0,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** Returns the first process of PostgreSQL on a host. */
export function postmasterOn(host: HostName): number {
  const isPostgres = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  const postgres = processesOn(host).filter(isPostgres);
  const parentOf = (pid: number) =>
    Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  const first = postgres.find((pid) => !postgres.includes(parentOf(pid)));
  if (!first) throw new Error(`PostgreSQL does not run on ${host}.`);
  return first;
}

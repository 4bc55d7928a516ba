import { spawnSync } from 'node:child_process';
import { addressOf, databaseHosts, type HostName } from './hosts.ts';
import { ports } from './settings.ts';
import { until } from './until.ts';

/**
 * Returns a sentence unless a Patroni is installed that leaves the lock of its successor alone: with 3.0.2, of Debian 12, a primary that
 * was frozen took it back, and what its successor had acknowledged was lost (patroni/patroni#2689).
 */
export function withoutPatroni(): string {
  const { stdout } = spawnSync('patroni', ['--version'], { encoding: 'utf8' });
  const [, ...parts] = /(\d+)\.(\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  const [major = 0, minor = 0, patch = 0] = parts.map(Number);
  const isLater = major > 3 || (major === 3 && (minor > 0 || patch > 2));
  return isLater ? '' : 'Patroni 3.0.3 or later is not installed.';
}

type Member = { name: HostName; role: string; state: string; lag?: number | 'unknown' };

/** Returns what Patroni on any host says of all hosts; empty where none responds. */
async function members(): Promise<Member[]> {
  const asked = databaseHosts.map(async (host) => {
    const answer = await fetch(`http://${addressOf(host)}:${ports.patroni}/cluster`, {
      signal: AbortSignal.timeout(2000),
    });
    return ((await answer.json()) as { members: Member[] }).members;
  });
  return Promise.any(asked).catch(() => []);
}

/** Returns the primary that accepts writes; undefined where there is none. */
export async function primary(): Promise<HostName | undefined> {
  const asked = databaseHosts.map(async (host) => {
    const { status } = await fetch(`http://${addressOf(host)}:${ports.patroni}/primary`, {
      signal: AbortSignal.timeout(2000),
    });
    if (status !== 200) throw new Error(String(status));
    return host;
  });
  return Promise.any(asked).catch(() => undefined);
}

/** Whether all members of etcd have a leader: without one of them, the next host that ends takes the majority along. */
async function isEtcdWhole(): Promise<boolean> {
  const asked = databaseHosts.map(async (host) => {
    const answer = await fetch(`http://${addressOf(host)}:${ports.etcd}/health`, {
      signal: AbortSignal.timeout(2000),
    });
    return ((await answer.json()) as { health: string }).health === 'true';
  });
  const healthy = await Promise.all(asked).catch(() => [false]);
  return healthy.every(Boolean);
}

/** Whether etcd is whole, one host the primary, one a synchronous standby, and the third follows too. */
async function isWhole(): Promise<boolean> {
  const all = await members();
  const roles = all.map(({ role }) => role).sort();
  const follow = all.filter(({ role, lag }) => role !== 'leader' && lag === 0).length;
  return (
    roles.join() === 'leader,replica,sync_standby' &&
    follow === 2 &&
    (await primary()) !== undefined &&
    isEtcdWhole()
  );
}

/** Has standbys that do not follow made anew from the primary, as `patronictl reinit` does. @returns whether there are any */
async function remakeStandbys(): Promise<boolean> {
  let isNeeded = false;
  for (const { name, role, lag } of await members()) {
    if (role === 'leader' || lag === 0) continue;
    const body = JSON.stringify({ force: true });
    await fetch(`http://${addressOf(name)}:${ports.patroni}/reinitialize`, { method: 'POST', body });
    isNeeded = true;
  }
  return isNeeded;
}

/**
 * Resolves when everything runs and follows. One that was killed while it recovered may never follow by itself: after a minute it is made
 * anew, as somebody would have to.
 *
 * @returns whether that was needed
 */
export async function untilWhole(): Promise<boolean> {
  const what = 'all of etcd, a primary and two standbys that follow it';
  const isItself = await until(what, 60, isWhole).then(
    () => true,
    () => false,
  );
  if (isItself) return false;
  const isRemade = await remakeStandbys();
  await until(what, 180, isWhole);
  return isRemade;
}

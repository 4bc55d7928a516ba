import { addressOf, databaseHosts, type HostName } from './hosts.ts';
import { ports } from './settings.ts';
import { until } from './until.ts';

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

/** Has standbys that do not follow made anew from the primary, as `patronictl reinit` does. */
async function remakeStandbys(): Promise<void> {
  for (const { name, role, lag } of await members()) {
    if (role === 'leader' || lag === 0) continue;
    const body = JSON.stringify({ force: true });
    await fetch(`http://${addressOf(name)}:${ports.patroni}/reinitialize`, { method: 'POST', body });
  }
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
  await remakeStandbys();
  await until(what, 180, isWhole);
  return true;
}

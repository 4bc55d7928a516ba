import type { Checks } from './Checks.ts';
import type { Decision } from './Ledger.ts';

const values = `
  select 'mark ' || communication_id as name, status as value from messages
  union all select 'snooze ' || email || ' ' || job_id, until || ' ' || seen from snoozes`;

/** Longer than two clocks, each read with a response, may differ. */
export const doubtMs = 120_000;

/** Checks that of what was decided several times, the last decision counts, in whatever order they arrived. */
export async function checkDecisions({ world, ledger, check }: Checks): Promise<void> {
  const rows = await world.db.query<{ name: string; value: string }>(values);
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  for (const [name, decisions] of ledger.decisions) {
    const value = stored.get(name);
    // What somebody may not do any more is refused.
    if (decisions.some(({ user, device }) => !ledger.isSteady(user) || isWaiting(device))) continue;
    const possible = decisions
      .filter((one) => !isReplaced(one, decisions))
      .map(({ value: decided }) => decided);
    check.call(
      world.checks,
      'the last decision counts',
      value === undefined || possible.includes(value) || !decisions.some(({ isTold }) => isTold),
      () => `${name} is ${value}, not ${possible}`,
    );
  }
}

/** Whether something of a device is not sent: nobody is there, or it was refused. */
function isWaiting({ signedIn, pages }: Decision['device']): boolean {
  return signedIn === null || pages.some(({ page }) => page.screen().waiting.length > 0);
}

/**
 * Whether a decision was made after another one and must count in its place: on the same device, or much later by a clock that nobody has
 * set.
 */
function isReplaced(one: Decision, decisions: readonly Decision[]): boolean {
  return decisions.slice(decisions.indexOf(one) + 1).some((later) => {
    if (!later.isTold) return false;
    if (later.device === one.device) return later.user === one.user;
    const isSure = [one, later].every(({ device, clocks }) => device.clocks === clocks);
    return isSure && later.at - one.at > doubtMs;
  });
}

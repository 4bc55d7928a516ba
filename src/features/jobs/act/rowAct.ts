import type { Job } from '../../../contract/jobs/job.ts';
import { createStore } from '../../../store.ts';
import { once } from '../../../timing.ts';
import { loadAsked } from '../../../ui/dialog/useDialogCode.ts';

/** What staff do with jobs from their rows: `take` assigns them to the reader. */
export type Act = 'status' | 'assignee' | 'take' | 'due' | 'priority' | 'addressed';

export type Asked = {
  act: Act;
  jobs: readonly Job[];
  /** Called once it is stored. */
  onDone: () => void;
};

type Shown = Asked & { code: typeof import('./RowActs.tsx') };

const shown = createStore<Shown | null>(null);
export const { get: shownAct, subscribe: onShownAct } = shown;

export const loadActs = once(() => import('./RowActs.tsx'));

/** Raised by whatever is asked, and as the list is left: what was asked before is not waited for any more. */
let turn = 0;

/** Begins to do something with jobs: what it has to ask opens over the list. */
export async function askAct(act: Act, jobs: readonly Job[], onDone = () => {}): Promise<void> {
  turn += 1;
  const mine = turn;
  const code = loadActs.current() ?? (await loadAsked(loadActs));
  if (code && mine === turn) shown.set({ act, jobs, onDone, code });
}

export function endAct(): void {
  turn += 1;
  shown.set(null);
}

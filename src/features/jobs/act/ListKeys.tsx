import { useEffect, useEffectEvent } from 'react';
import type { Job } from '../../../contract/jobs/job.ts';
import { pageKeys } from '../../../ui/shortcuts.ts';
import type { Selection } from '../bulk/useSelection.ts';
import { type Act, askAct } from './rowAct.ts';

/** The row that has the focus, else that under the pointer. */
function rowAt(): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>('main [data-index]');
  return focused ?? document.querySelector<HTMLElement>('main [data-index]:hover');
}

function focusRow(row: Element | null | undefined): boolean {
  const link = row?.querySelector<HTMLElement>('a');
  link?.focus();
  return link !== undefined && link !== null;
}

/** The arrow leads into the rows from the page and from its search field. */
function enterRows(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
  if (key !== 'ArrowDown' || ctrlKey || metaKey || altKey || shiftKey || defaultPrevented) return;
  if (!(target instanceof Element) || document.querySelector('dialog:modal')) return;
  if (!target.matches('body, main, main h1, main input[type="search"]')) return;
  if (focusRow(document.querySelector('main [data-index]'))) event.preventDefault();
}

type Props = { jobs: readonly Job[]; selection: Selection | undefined; onDone: () => void };

/** The keys of a list for staff: they act on the selected jobs, else on the row that has the focus or the pointer. */
export function ListKeys({ jobs, selection, onDone }: Props) {
  const act = useEffectEvent((asked: Act) => {
    if (selection && selection.chosen.length > 0) return void askAct(asked, selection.chosen, onDone);
    const job = jobs[Number(rowAt()?.dataset.index ?? Number.NaN)];
    if (job) void askAct(asked, [job]);
  });
  const pick = useEffectEvent(() => {
    const job = jobs[Number(rowAt()?.dataset.index ?? Number.NaN)];
    if (job) selection?.pick(job.jobId, false);
  });
  useEffect(() => {
    pageKeys.set({
      assign: () => act('assignee'),
      status: () => act('status'),
      due: () => act('due'),
      priority: () => act('priority'),
      markConversation: () => act('addressed'),
      select: () => pick(),
    });
    return () => pageKeys.set({});
  }, []);
  return null;
}

/** Leads into the rows by the arrow, for every reader. */
export function startArrows(): () => void {
  document.addEventListener('keydown', enterRows);
  return () => document.removeEventListener('keydown', enterRows);
}

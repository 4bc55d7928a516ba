import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { responseMark } from '../../../src/contract/calls.ts';
import { type ComparedSheet, comparisonVersion } from '../../../src/contract/files/comparison.ts';
import type { SavedComparison } from '../../../src/contract/files/savedComparison.ts';
import { answering, goTo, marked } from './openApp.ts';

export const setKeys = { before: 'set-before-key', after: 'set-after-key' };
const names = { before: 'set A', after: 'set B' };

/** Returns an answer as the server has it. */
export function storedAnswer(sheets: ComparedSheet[], byStaff = true): SavedComparison {
  const file = (key: string) => ({ key, sha256: '0'.repeat(64) });
  const [before, after] = [file(setKeys.before), file(setKeys.after)];
  return {
    comparison: { version: comparisonVersion, before, after, sheets },
    byStaff,
    createdTimestamp: 1_767_000_000,
  };
}

/** Opens the comparison of two PDFs of a job. @param stored what the server has @returns what was saved, and what ends its answers */
export async function openComparison(
  sets: Record<'before' | 'after', Uint8Array<ArrayBuffer>>,
  stored: readonly SavedComparison[],
  search = '',
) {
  const saved: { jobId: string; comparison: SavedComparison['comparison'] }[] = [];
  const file = (side: 'before' | 'after', created: number) => ({
    key: setKeys[side],
    link: `/attachments/${setKeys[side]}/${names[side]}.pdf`,
    fileName: `${names[side]}.pdf`,
    size: sets[side].length,
    contentType: 'application/pdf',
    communicationId: null,
    uploadedBy: 'someone@ev.test',
    uploadedByName: 'Noor K.',
    createdTimestamp: created,
  });
  const attachments = [file('before', 1_767_000_000), file('after', 1_767_500_000)];
  const answers = [
    answering(/\/api\/jobs\/job-9$/, async (_, send) => {
      const { body } = (await (await send()).json()) as { body: object };
      return marked({ body: { ...body, attachments } });
    }),
    answering(/\/api\/jobs\/job-9\/comparisons$/, async () => marked({ body: stored })),
    answering(/\/api\/jobs\/comparison$/, async (request) => {
      saved.push((await request.json()) as (typeof saved)[number]);
      return marked({ body: { done: true } });
    }),
    ...(['before', 'after'] as const).map((side) =>
      answering(new RegExp(`/api/attachments/${setKeys[side]}/`), async () => {
        const headers = { 'content-type': 'application/pdf', [responseMark]: '1' };
        return new Response(sets[side], { headers });
      }),
    ),
  ];
  const { queryClient } = await import('../../../src/api/queries.ts');
  for (const name of ['job', 'comparisons']) queryClient.removeQueries({ queryKey: [name, 'job-9'] });
  await goTo(`/plans/job-9/${setKeys.after}?compare=${setKeys.before}${search}`);
  await expect.element(page.getByRole('heading', { level: 1, name: 'set B.pdf' })).toBeVisible();
  return {
    saved,
    close() {
      for (const stop of answers) stop();
    },
  };
}

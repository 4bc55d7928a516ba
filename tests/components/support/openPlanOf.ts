import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { responseMark } from '../../../src/contract/calls.ts';
import { answering, goTo, marked } from './openApp.ts';

/** Opens a file of a job as a plan. @param size as the job names it @returns what ends its answers */
export async function openPlanOf(bytes: Uint8Array<ArrayBuffer>, size = bytes.length): Promise<() => void> {
  const key = crypto.randomUUID();
  const file = { key, link: `/attachments/${key}/plan.pdf`, fileName: 'plan.pdf', size };
  const added = {
    contentType: 'application/pdf',
    communicationId: null,
    uploadedBy: 'someone@ev.test',
    uploadedByName: 'Noor K.',
    createdTimestamp: 1_767_000_000,
  };
  const answers = [
    answering(/\/api\/jobs\/job-9$/, async (_, send) => {
      const { body } = (await (await send()).json()) as { body: object };
      return marked({ body: { ...body, attachments: [{ ...file, ...added }] } });
    }),
    answering(new RegExp(`/api/attachments/${key}/`), async () => {
      const headers = { 'content-type': 'application/pdf', [responseMark]: '1' };
      return new Response(bytes, { headers });
    }),
  ];
  const { queryClient } = await import('../../../src/api/queries.ts');
  queryClient.removeQueries({ queryKey: ['job', 'job-9'] });
  await goTo(`/plans/job-9/${key}`);
  await expect.element(page.getByRole('heading', { level: 1, name: 'plan.pdf' })).toBeVisible();
  return () => {
    for (const stop of answers) stop();
  };
}

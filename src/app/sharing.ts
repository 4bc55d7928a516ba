import type { ApprovedProfile } from '../contract/user.ts';
import { loadPart } from './missingPart.ts';

type Content = { text: string; files: readonly File[] };

/** What is shared goes into other features' drafts; their parts are loaded when it does. */
export async function shareToChat(email: string, jobId: string, content: Content): Promise<string> {
  const { addToDraft } = await loadPart(() => import('../features/chat/addToDraft.ts'));
  return addToDraft(email, jobId, content);
}

export async function shareToNewJob(person: ApprovedProfile, content: Content): Promise<void> {
  const { addToNewJob } = await loadPart(() => import('../features/jobs/addToNewJob.ts'));
  await addToNewJob(person, content);
}

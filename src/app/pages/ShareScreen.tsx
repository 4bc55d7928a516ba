import type { ApprovedProfile } from '../../contract/users/user.ts';
import { SharePage } from '../../features/share/SharePage.tsx';

type Content = { text: string; files: readonly File[] };

/** Adds shared content to a draft of another feature, whose code is loaded for it. */
async function shareToChat(email: string, jobId: string, content: Content): Promise<string> {
  const { addToDraft } = await import('../../features/chat/addToDraft.ts');
  return addToDraft(email, jobId, content);
}

async function shareToNewJob(person: ApprovedProfile, content: Content): Promise<void> {
  const { addToNewJob } = await import('../../features/jobs/new/addToNewJob.ts');
  await addToNewJob(person, content);
}

export function ShareScreen({ missed }: { missed: boolean }) {
  return <SharePage missed={missed} toChat={shareToChat} toNewJob={shareToNewJob} />;
}

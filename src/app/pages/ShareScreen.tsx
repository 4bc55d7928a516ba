import type { ApprovedProfile } from '../../contract/users/user.ts';
import { SharePage } from '../../features/share/SharePage.tsx';
import { type Content, toChat } from './toChat.ts';

async function shareToNewJob(person: ApprovedProfile, content: Content): Promise<void> {
  const { addToNewJob } = await import('../../features/jobs/form/jobDraft.ts');
  await addToNewJob(person, content);
}

export function ShareScreen({ missed }: { missed: boolean }) {
  return <SharePage missed={missed} toChat={toChat} toNewJob={shareToNewJob} />;
}

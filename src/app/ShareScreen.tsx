import { SharePage } from '../features/share/SharePage.tsx';
import { shareToChat, shareToNewJob } from './sharing.ts';

export function ShareScreen({ missed }: { missed: boolean }) {
  return <SharePage missed={missed} toChat={shareToChat} toNewJob={shareToNewJob} />;
}

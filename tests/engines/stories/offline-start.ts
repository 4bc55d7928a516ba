import { conversation, openChat, openFromList } from '../chat.ts';
import type { Story } from '../story.ts';

/** Started offline, the app shows the list, the job and the conversation that were read before. */
export const offlineStart: Story = async ({ user, job, proxy }) => {
  const question = { role: 'article', text: job.asked[0]?.content ?? '', within: conversation };
  await user.signIn('client@ev.test', 'stamped-2026');
  await user.isInstalled();
  // From here on the worker handles the reads.
  await user.goTo('/');
  await openFromList(user, job);
  await openChat(user);
  await user.sees(question);
  // Queries are persisted within 2 s.
  await new Promise((resolve) => setTimeout(resolve, 3000));

  await proxy.line('dead');
  await user.restart();
  await user.goTo('/');
  await openFromList(user, job);
  await user.sees({ role: 'button', name: { pattern: '^Offline' } });
  await user.picture('job-offline');
  await openChat(user);
  await user.sees(question);
  await user.picture('chat-offline');
};

import { deepEqual } from 'node:assert/strict';
import { conversation, openChat, openFromList, send } from '../chat.ts';
import type { Story } from '../story.ts';

const first = 'Written without a connection, sent at the next start.';
const second = 'Written without a connection, sent once it is back.';

/** A reply written offline waits, and is sent once: at the next start, and when back online. */
export const queuedReply: Story = async ({ user, job, office, proxy }) => {
  const arrived = async () => (await office.arrived(job.jobId)).map(({ content }) => content);
  const isSent = (count: number) =>
    user.until(`${count} have arrived`, async () => (await arrived()).length >= count, 90_000);
  await user.signIn('client@ev.test', 'stamped-2026');
  await user.isInstalled();
  await user.goTo('/');
  await openFromList(user, job);
  await openChat(user);
  await user.sees({ role: 'article', text: job.asked[0]?.content ?? '', within: conversation });

  await proxy.line('dead');
  await send(user, first);
  await user.sees({ role: 'article', text: 'Waiting', within: conversation });
  await user.picture('waiting');
  await user.close();
  deepEqual(await arrived(), []);
  await proxy.line('up');
  await user.open();
  // No background sync: the app itself sends when it starts.
  await user.goTo('/');
  await isSent(1);

  await openFromList(user, job);
  await openChat(user);
  await user.sees({ role: 'article', text: first, within: conversation });
  await proxy.line('dead');
  await send(user, second);
  await user.sees({ role: 'article', text: 'Waiting', within: conversation });
  await proxy.line('up');
  await isSent(2);
  await user.until('nothing waits any more', async () => {
    const bubbles = await user.find({ role: 'article', within: conversation });
    return !bubbles.some(({ text }) => /Waiting|Sending|Checking/.test(text));
  });
  await user.picture('sent');
  deepEqual(await arrived(), [first, second]);
};

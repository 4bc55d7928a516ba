import { equal, ok } from 'node:assert/strict';
import type { AppUser } from '../../support/engines/appUser.ts';
import { conversation, openChat, openFromList, send } from '../chat.ts';
import { joinedNames } from '../joinedNames.ts';
import { missedTargets } from '../missedTargets.ts';
import { fillInJob } from '../newJob.ts';
import type { Story } from '../story.ts';
import { emptyPixels } from '../surfaces.ts';

const lines = [
  'The roof is clear.',
  'The north wall is free.',
  'Sheet 2 is right.',
  'Please go on.',
  'Thank you.',
];

/** Returns, in pixels, the height of the field for messages and how much of its text does not fit. */
async function composer(user: AppUser): Promise<{ height: number; hidden: number }> {
  return user.window.evaluate(() => {
    const field = document.querySelector<HTMLTextAreaElement>('textarea[aria-label="Message"]');
    if (!field) throw new Error('There is no field for messages.');
    return { height: field.clientHeight, hidden: field.scrollHeight - field.clientHeight };
  });
}

/** A user signs in, opens a job of the list, chats about it, marks a message and creates a job. */
export const mainStory: Story = async ({ user, job, office, tag }) => {
  await user.signIn('client@ev.test', 'stamped-2026');
  await user.sees({ role: 'link', name: job.project });
  await user.picture('list');
  equal(await user.window.evaluate(missedTargets), '');
  equal(await user.window.evaluate(joinedNames), '');

  await openFromList(user, job);
  await user.picture('job');
  await openChat(user);
  // Before anything is sent: a new message moves those above it, also when its age gets a second line.
  const question = { role: 'article', text: job.asked[0]?.content ?? '', within: conversation };
  await user.click({ role: 'button', name: 'Mark as addressed', within: question });
  await user.sees({ role: 'button', name: 'Mark as new', within: question });
  await user.until('the server has the mark', async () =>
    (await office.conversation(job.jobId)).some(({ status }) => status === 'ADDRESSED'),
  );

  const empty = await composer(user);
  await user.fill('Message', lines.join('\n'));
  const full = await composer(user);
  await user.picture('chat');
  ok(full.height > empty.height, `the field grows with its text: ${empty.height} to ${full.height} px`);
  equal(full.hidden, 0, 'all of the text is in sight');
  await user.press('Send');
  await user.sees({ role: 'article', text: lines[0] ?? '', within: conversation });
  await user.until('the message has arrived', async () => {
    const [first] = await office.arrived(job.jobId);
    return first?.content === lines.join('\n');
  });
  equal((await composer(user)).height, empty.height, 'the field is as small as before');

  await send(user, 'One more thing.');
  await user.picture('chat-sent');
  equal(await user.window.evaluate(joinedNames), '');
  await user.press('Close chat');

  await user.click({ role: 'link', name: 'New job' });
  await user.seesPage('New job');
  await fillInJob(user, `Shed ${tag}`);
  if (user.isPhone) await user.press('Add links');
  await user.fill('Document links', 'https://example.com/plans');
  await user.press('Submit job');
  await user.seesPage('Jobs');
  await user.sees({ role: 'status', text: ' submitted.' });
  const toasts = await user.window.evaluate(emptyPixels, '[aria-label="Notices"]');
  await user.picture('new-job-sent');
  await user.press('View job');
  await user.seesPage(`Shed ${tag}`);
  await user.picture('new-job');
  ok(toasts < 60, `the notice is as high as its text, not ${toasts} px higher`);
};

import { deepEqual } from 'node:assert/strict';
import type { Story } from '../story.ts';

const field = 'New note for staff';
const notes = { role: 'list', name: 'Notes, newest first' };
const offline = 'Written without a connection.';

/** Staff add a note with a mention, and one without a connection, which waits and is added once. */
export const staffNotes: Story = async ({ user, job, office, proxy }) => {
  const noteWith = (text: string) => ({ role: 'listitem', text, within: notes });
  await user.signIn('employee@ev.test', 'stamped-2026');
  await user.goTo(`/jobs/update/${job.jobId}`);
  await user.seesPage(job.project);
  await user.click({ role: 'link', name: { pattern: '^Staff notes 0$' } });
  await user.seesText('Only staff can read notes.');
  await user.seesText('No staff notes yet');
  await user.picture('empty');
  await user.fill(field, 'Ask for the permit, @adm');
  await user.sees({ role: 'option' });
  await user.picture('mention');
  await user.window.press('Enter');
  await user.seesText('Notifies ');
  await user.window.type('and for the @adm');
  await user.click({ role: 'option' });
  await user.press('Add note');
  await user.sees(noteWith('Mentions '));
  await user.sees({ role: 'link', name: { pattern: '^Staff notes 1$' } });
  await user.picture('added');

  await proxy.line('dead');
  await user.fill(field, offline);
  await user.press('Add note');
  await user.sees(noteWith('Waiting'));
  await user.picture('waiting');
  await proxy.line('up');
  await user.until('nothing waits any more', async () => {
    const found = await user.find({ role: 'listitem', within: notes });
    return found.length === 2 && !found.some(({ text }) => /Waiting|Sending|Checking/.test(text));
  });
  await user.sees({ role: 'link', name: { pattern: '^Staff notes 2$' } });
  await user.picture('sent');
  deepEqual(
    (await office.conversation(job.jobId)).map(({ content }) => content),
    job.asked.map(({ content }) => content),
  );
};

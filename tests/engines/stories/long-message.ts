import { deepEqual } from 'node:assert/strict';
import { conversation, openChat, openFromList } from '../chat.ts';
import type { Story } from '../story.ts';

const lines = ['Beam', 'Post', 'Rafter', 'Joist', 'Ledger', 'Header', 'Purlin', 'Truss', 'Stud', 'Sill'];
const arriving = 'The plates arrived while the list was typed.';
const inSight = { fromEnd: 0, below: 0, offersEnd: false };

/** A user types ten lines in a long chat: its end stays in sight, and so do a message that arrives and the sent one. */
export const longMessage: Story = async ({ user, job, office }) => {
  for (let n = 1; n <= 24; n += 1) await office.say(job.jobId, `Note ${n} about the framing`);
  /** Returns how far the chat is from its end, how far a message is below its lower edge, and whether a button leads to the end. */
  const look = (text: string) =>
    user.window.evaluate(async (wanted) => {
      // Lists scroll with the next frame.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      const log = document.querySelector('[role="log"]');
      const bubble = [...(log?.querySelectorAll('article') ?? [])].findLast(({ innerText }) =>
        innerText.includes(wanted),
      );
      if (!log || !bubble) throw new Error(`There is no message “${wanted}”.`);
      const below = bubble.getBoundingClientRect().bottom - log.getBoundingClientRect().bottom;
      return {
        fromEnd: Math.round(log.scrollHeight - log.scrollTop - log.clientHeight),
        below: Math.max(0, Math.round(below)),
        offersEnd: [...document.querySelectorAll('button')].some(({ innerText }) =>
          innerText.startsWith('Jump to latest'),
        ),
      };
    }, text);

  await user.signIn('client@ev.test', 'stamped-2026');
  await openFromList(user, job);
  await openChat(user);
  await user.until('the end of the chat is in sight', async () => (await look('Note 24')).fromEnd === 0);
  await user.fill('Message', lines[0] ?? '');
  const seen = [await look('Note 24')];
  for (const line of lines.slice(1)) {
    await user.window.type(`\n${line}`);
    seen.push(await look('Note 24'));
  }
  await user.picture('typed');
  deepEqual(
    seen,
    lines.map(() => inSight),
  );

  await office.say(job.jobId, arriving);
  await user.sees({ role: 'article', text: arriving, within: conversation });
  await user.picture('arrived');
  deepEqual(await look(arriving), inSight);

  await user.press('Send');
  await user.sees({ role: 'article', text: lines.at(-1) ?? '', within: conversation });
  await user.picture('sent');
  deepEqual(await look(lines.at(-1) ?? ''), inSight);
};

import { deepEqual, equal } from 'node:assert/strict';
import type { AppUser } from '../../support/engines/appUser.ts';
import { conversation, openChat } from '../chat.ts';
import { joinedNames } from '../joinedNames.ts';
import { missedTargets } from '../missedTargets.ts';
import type { Story } from '../story.ts';

type Axe = {
  run(
    options: object,
  ): Promise<{ violations: { id: string; nodes: { target: unknown; failureSummary: string }[] }[] }>;
};

/** Checks a screen: no barrier that axe finds, no target that a click misses, and nothing wider than the screen. */
async function isSound(user: AppUser, what: string): Promise<void> {
  await user.picture(what);
  // Loads axe.
  await user.find({ role: 'main' });
  const barriers = await user.window.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
  });
  deepEqual(barriers, [], `${what}: axe`);
  equal(await user.window.evaluate(missedTargets), '', what);
  equal(await user.window.evaluate(joinedNames), '', what);
  const wider = await user.window.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('main *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => `${element.localName}.${element.className} ${element.textContent?.slice(0, 40)}`);
  });
  deepEqual(wider, [], `${what} is wider than the screen`);
}

/** Returns the name of the focused element. */
function focused(user: AppUser): Promise<string> {
  return user.window.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return '';
    const label =
      element instanceof HTMLInputElement || element instanceof HTMLSelectElement
        ? element.labels?.[0]
        : null;
    return (element.ariaLabel ?? label?.textContent ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
  });
}

/** Puts a value into a field that the engines draw in different ways. */
async function setDate(user: AppUser, value: string): Promise<void> {
  await user.sees({ role: 'field', name: { pattern: '^Due date' } });
  await user.window.evaluate((date) => {
    const field = document.querySelector<HTMLInputElement>('dialog[open] input[type=date]');
    if (!field) throw new Error('There is no field for a date.');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, date);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, value);
}

/** A member of staff answers and marks, promises a date, puts on hold with a reason, and reads the figures. */
export const desk: Story = async ({ user, office, tag }) => {
  await office.setDueDates(true);
  try {
    const job = await office.newJob(`Desk ${tag}`, 0);
    await office.ask(job.jobId, 'Is the beam strong enough?');
    await user.signIn('employee@ev.test', 'stamped-2026');

    await user.goTo(`/jobs/update/${job.jobId}`);
    await user.seesPage(job.project);
    await user.press('Change due date');
    await user.sees({ role: 'dialog', name: 'Change due date' });
    await isSound(user, 'due-date-asked');
    await setDate(user, '2099-05-29');
    await user.press('Save due date');
    await user.seesText('Reason is a required field');
    await isSound(user, 'due-date-without-a-reason');
    await user.fill('Reason', 'Agreed on the phone');
    await user.press('Save due date');
    await user.seesText('05/29/2099 is in 2099, more than a year ahead. Set it anyway?');
    await user.press('Set due date');
    await user.seesText('Due 05/29/2099');
    await user.seesNone({ role: 'dialog' });
    equal(await focused(user), 'Change due date', 'the focus returns to where the dialog was opened');

    await user.seesNone({ role: 'status', text: 'Due date changed.' });
    await openChat(user);
    await user.fill('Message', 'The beam holds.');
    await isSound(user, 'answer');
    await user.press('More ways to send');
    await user.press({ pattern: '^Send and mark \\d+ addressed$' });
    await user.sees({ role: 'article', text: 'The beam holds.', within: conversation });
    const question = { role: 'article', text: 'Is the beam strong enough?', within: conversation };
    await user.sees({ role: 'button', name: 'Mark as new', within: question });
    await user.until('the server has the mark', async () =>
      (await office.conversation(job.jobId)).some(
        ({ content, status }) => content === 'Is the beam strong enough?' && status === 'ADDRESSED',
      ),
    );
    await user.press('Close chat');
    await user.seesNone(conversation);

    await user.press('Put on hold');
    const dialog = { role: 'dialog', name: 'Put this job on hold?' };
    await user.sees(dialog);
    await user.window.press('Escape');
    await user.seesNone(dialog);
    equal(await focused(user), 'Put on hold', 'Escape closes the dialog, and the focus returns');
    await user.press('Put on hold');
    await user.sees(dialog);
    await user.press('Put on hold', dialog);
    await user.seesText('Reason is a required field');
    await isSound(user, 'hold-without-a-reason');
    await user.fill('Reason for the hold', 'We wait for the truss drawings.');
    await user.press('Put on hold', dialog);
    await user.seesNone(dialog);
    await user.sees({ role: 'status', text: 'Job moved to On hold.' });
    await user.seesText('We wait for the truss drawings.');
    await user.seesNone({ role: 'status', text: 'Job moved to On hold.' });
    await isSound(user, 'on-hold');

    await user.goTo('/messages?list=waiting');
    await user.seesPage('Messages');
    await user.sees({ role: 'list', name: { pattern: '^Jobs: Waiting for the other side' } });
    await isSound(user, 'inbox');

    await user.goTo('/jobs/create');
    await user.seesPage('New job');
    for (const [typed, stored] of [
      ['arizona', 'AZ'],
      ['n.y.', 'NY'],
    ]) {
      await user.fill('State', typed ?? '');
      await user.window.press('Tab');
      const state = await user.window.evaluate(
        () => document.querySelector<HTMLInputElement>('main input[autocomplete$="address-level1"]')?.value,
      );
      equal(state, stored, `“${typed}” is a state`);
      equal(await focused(user), 'Zip code');
    }

    await user.goTo('/figures');
    await user.seesPage('Reports');
    await user.sees({ role: 'img', name: { pattern: '^Turnaround\\.' } });
    await isSound(user, 'figures');
    await user.window.evaluate(() => document.querySelector<HTMLElement>('main select')?.focus());
    const stops = [await focused(user)];
    for (let stop = 0; stop < 4; stop += 1) {
      await user.window.press('Tab');
      stops.push(await focused(user));
    }
    await user.picture('figures-focused');
    deepEqual(stops, ['Period', 'Group by', 'Show as table', 'Download CSV of Turnaround', 'Show as table']);
  } finally {
    await office.setDueDates(false);
  }
};

import { ok } from 'node:assert/strict';
import type { Story } from '../story.ts';
import { emptyPixels } from '../surfaces.ts';

/** Dialogs, menus and sheets are as high as their content; filters and the order of the list look like the rest. */
export const surfaces: Story = async ({ user, job }) => {
  async function fits(what: string, selector: string) {
    const empty = await user.window.evaluate(emptyPixels, selector);
    await user.picture(what);
    ok(empty < 120, `${what}: ${empty} px higher than what it holds`);
  }
  await user.signIn('client@ev.test', 'stamped-2026');
  await user.press({ pattern: `^More actions for ${job.project}` });
  await user.sees({ role: 'link', name: 'Use as template' });
  await fits('menu', ':popover-open');
  await user.window.press('Escape');

  await user.press({ pattern: 'Open outbox' });
  await user.sees({ role: 'dialog' });
  await fits('dialog', 'dialog:modal');
  await user.press('Close dialog');
  await user.seesNone({ role: 'dialog' });

  if (user.isPhone) {
    await user.press('More');
    await user.sees({ role: 'button', name: 'Sign out' });
    await fits('more', ':popover-open');
    await user.window.press('Escape');
  }
  await user.goTo('/jobs/listing/all');
  await user.seesPage('Jobs');
  await user.window.evaluate(() => document.querySelector<HTMLElement>('summary')?.click());
  await user.sees({ role: 'field', name: 'Submitted on or after' });
  await user.window.evaluate(() => scrollTo(0, 0));
  await user.picture('filters');
  const order = await user.window.evaluate(() => {
    const select = document.querySelector('main label select');
    return select ? getComputedStyle(select).appearance : '';
  });
  ok(order === 'none', `the order is drawn by the app, not by the system: ${order}`);
};

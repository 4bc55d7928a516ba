import { equal } from 'node:assert/strict';
import type { Story } from '../story.ts';

/** What is typed and pressed before the app is there is done by the app, in the same page, also where its files are lost on their way. */
export const earlyForm: Story = async ({ user, proxy }) => {
  const lost = new Map<string, number>();
  let isDead = true;
  proxy.plan = ({ path }) => {
    const times = lost.get(path) ?? 0;
    lost.set(path, times + 1);
    const isLost = isDead ? /firebase-/.test(path) : /SignInPage-/.test(path) && times === 0;
    return isLost ? { kind: 'cut before the body' } : null;
  };
  await user.goTo('/auth/signin?next=%2Faccount');
  await user.fill('Email', 'client@ev.test');
  await user.fill('Password', 'stamped-2026');
  await user.window.evaluate(() => document.body.setAttribute('data-typed-in', ''));
  await user.press('Sign in');
  await user.seesText('EV Jobs couldn’t be loaded. What you typed is still here.');
  await user.picture('not-loaded');
  isDead = false;
  await user.press('Try again');
  await user.seesPage('Account');
  equal(
    await user.window.evaluate(() => document.body.hasAttribute('data-typed-in')),
    true,
    'the page was not reloaded',
  );
};

import { equal } from 'node:assert/strict';
import { readEverything } from '../../browser/support/everythingKept.ts';
import type { AppUser } from '../../support/engines/appUser.ts';
import { openChat, openFromList } from '../chat.ts';
import type { Story } from '../story.ts';

/** The user's data: their typed text, their identity, and what only they may read. */
const traces = ['canary', 'client@ev.test', 'Clara', 'Brightline', '"idToken":"e'];

async function tracesIn(user: AppUser): Promise<string> {
  const stored = await user.window.evaluate(readEverything, []);
  return traces.filter((trace) => stored.includes(trace)).join(', ');
}

/** Signing out removes all data of the user from the device for good. */
export const signOut: Story = async ({ user, job }) => {
  await user.signIn('client@ev.test', 'stamped-2026');
  await user.isInstalled();
  await user.goTo('/');
  await openFromList(user, job);
  await openChat(user);
  await user.fill('Message', 'canary of a message');
  await user.press('Close chat');
  await user.click({ role: 'link', name: 'New job' });
  await user.seesPage('New job');
  await user.fill('Project name', 'canary of a job');
  await user.until('all of it is stored', async () => (await tracesIn(user)) === traces.join(', '));

  if (user.isPhone) {
    await user.press('More');
    await user.sees({ role: 'button', name: 'Sign out' });
    await user.picture('more');
  }
  await user.press('Sign out');
  // Both drafts are unsent, so the app asks.
  await user.press('Discard and sign out');
  await user.seesPage('Sign in');
  equal(await tracesIn(user), '', 'nothing is left');
  await user.picture('signed-out');
  await user.restart();
  await user.goTo('/');
  await user.seesPage('Sign in');
  equal(await tracesIn(user), '', 'nothing is back after a restart');
};

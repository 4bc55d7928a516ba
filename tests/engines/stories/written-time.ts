import { conversation, openChat, openFromList, send } from '../chat.ts';
import type { Story } from '../story.ts';

const said = 'Written twenty minutes before it was sent.';

/** A message that was sent later than written shows both times, while it waits the one at which it was written. */
export const writtenTime: Story = async ({ user, job, proxy }) => {
  const shows = (pattern: RegExp) =>
    user.until(`its time is like ${pattern}`, async () =>
      (await user.find({ role: 'article', text: said, within: conversation })).some(({ text }) =>
        pattern.test(text),
      ),
    );
  await user.signIn('client@ev.test', 'stamped-2026');
  await user.isInstalled();
  await user.goTo('/');
  await openFromList(user, job);
  await openChat(user);
  await proxy.line('dead');
  // By the clock that the next page has, what is written now is of 20 minutes ago.
  await user.window.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() - 20 * 60_000;
  });
  await send(user, said);
  await user.sees({ role: 'article', text: 'Waiting', within: conversation });
  await user.restart();
  await user.goTo('/');
  await openFromList(user, job);
  await openChat(user);
  await shows(/written .*\d:\d\d\s?[AP]M/);
  await user.picture('waiting');
  await proxy.line('up');
  await shows(/written .*\d:\d\d\s?[AP]M, sent .*\d:\d\d\s?[AP]M/);
  await user.picture('sent');
};

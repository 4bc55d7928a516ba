import { conversation, openChat, openFromList, send } from '../chat.ts';
import type { Story } from '../story.ts';

/** A message is found by its words and opened in its chat, on the server and without a connection. */
export const search: Story = async ({ user, job, proxy, tag }) => {
  const said = `The gooseneck vent ${tag} is off.`;
  const found = { role: 'button', text: said };
  await user.signIn('client@ev.test', 'stamped-2026');
  await user.isInstalled();
  await user.goTo('/');
  await openFromList(user, job);
  await openChat(user);
  await send(user, said);

  await user.goTo('/search');
  await user.fill('Search everything', `-goosen "${tag}"`);
  await user.sees(found);
  await user.picture('found');
  await user.click(found);
  await user.sees({ role: 'article', text: said, within: conversation });
  await user.press('Close chat');

  await proxy.line('dead');
  await user.fill('Search everything', `goosen ${tag}`);
  await user.seesText('Showing results from this device.');
  await user.sees(found);
  await user.picture('found-offline');
  await user.click(found);
  await user.sees({ role: 'article', text: said, within: conversation });
  await user.press('Find in chat');
  await user.fill('Find in chat', 'VENT');
  await user.seesText('1 of 1');
  await user.picture('found-in-chat');
};

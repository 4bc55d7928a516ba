import type { OpenJob } from '../browser/support/outbox/office.ts';
import type { AppUser } from '../support/engines/appUser.ts';

export const conversation = { role: 'log', name: 'Messages' };

/** Opens a job of the list by a click on its row or card, beside its link. */
export async function openFromList(user: AppUser, job: OpenJob): Promise<void> {
  await user.seesPage('Jobs');
  const place = await user.until(`the row of ${job.project} is still`, async () => {
    const query = { role: 'link', name: job.project };
    const [before] = await user.find(query, true);
    const [link] = await user.find(query);
    if (!before || !link || before.y !== link.y) return null;
    return user.window.evaluate((y) => {
      const row = document.elementFromPoint(innerWidth / 2, y)?.closest('tr, article');
      if (!row) return null;
      const box = row.getBoundingClientRect();
      // Left of the row's buttons, right of its link, where there is only text.
      return { x: box.x + box.width * 0.55, y: box.y + box.height / 2 };
    }, link.y);
  });
  await user.window.clickAt(place.x, place.y);
  await user.seesPage(job.project);
}

export async function openChat(user: AppUser): Promise<void> {
  await user.press('Open chat');
  await user.sees(conversation);
}

/** Sends a message in the open chat and waits until it is in the conversation. */
export async function send(user: AppUser, text: string): Promise<void> {
  await user.fill('Message', text);
  await user.press('Send');
  await user.sees({ role: 'article', text, within: conversation });
}

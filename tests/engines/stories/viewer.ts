import { equal } from 'node:assert/strict';
import sharp from 'sharp';
import { pdfSheet } from '../../../server/seed/pdf.ts';
import { openFromList } from '../chat.ts';
import type { Story } from '../story.ts';

async function picture(name: string, background: string): Promise<File> {
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' });
}

/**
 * A swipe shows the next photo of a job, its PDF opens on a page of its own, back closes the viewer alone, and the picture can be drawn on.
 */
export const viewer: Story = async ({ user, job, office }) => {
  const pdf = new File([new Uint8Array(pdfSheet('Plan', ['North wall']))], 'plan.pdf', {
    type: 'application/pdf',
  });
  const files = [await picture('north.png', '#b5651d'), await picture('south.png', '#1d65b5'), pdf];
  await office.say(job.jobId, 'Three files', { files });
  const middle = await user
    .signIn('client@ev.test', 'stamped-2026')
    .then(() => user.window.evaluate(() => ({ x: innerWidth / 2, y: innerHeight / 2, width: innerWidth })));
  /** Waits until a file is the one on screen, and drawn. @param colour of its middle */
  const shows = (name: string, place: string, colour: readonly [number, number, number]) =>
    user.until(`${name} is on screen, ${place}`, async () => {
      const [position] = await user.find({ role: 'status', text: place });
      const region = { left: middle.x - 20, top: middle.y - 20, width: 40, height: 40 };
      return position?.text.includes(name) && (await user.shareOf(colour, region)) > 0.9;
    });
  const swipe = (times: number) => user.window.swipe(middle, middle.width * times);

  await openFromList(user, job);
  await user.press({ pattern: '^Preview north' });
  await shows('north', '1 of 2', [0xb5, 0x65, 0x1d]);
  await user.picture('first');
  await swipe(-1);
  await shows('south', '2 of 2', [0x1d, 0x65, 0xb5]);
  await user.picture('second');
  await user.press('Zoom in');
  await user.sees({ role: 'button', name: 'Zoom out' });
  await user.press('Previous file');
  await shows('north', '1 of 2', [0xb5, 0x65, 0x1d]);

  await user.window.evaluate(() => history.back());
  await user.seesNone({ role: 'button', name: 'Close viewer' });
  await user.seesPage(job.project);
  equal(
    await user.window.evaluate(() => document.activeElement?.getAttribute('aria-label')?.slice(0, 13)),
    'Preview north',
  );
  await user.click({ role: 'link', name: { pattern: '^Open plan' } });
  await user.sees({ role: 'application', name: { pattern: '^plan' } });
  await user.picture('plan');
  await user.window.evaluate(() => history.back());
  await user.seesPage(job.project);
  await user.press({ pattern: '^Preview north' });
  await user.press({ pattern: '^Draw on north' });
  await user.sees({ role: 'img', name: { pattern: '^north.* with nothing drawn$' } });
  await user.picture('about-to-be-drawn-on');
};

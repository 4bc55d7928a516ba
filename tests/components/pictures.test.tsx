import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { Thumb } from '../../src/ui/files/Thumb.tsx';

async function pictureOf(color: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(2, 2);
  const context = canvas.getContext('2d');
  if (context) context.fillStyle = color;
  context?.fillRect(0, 0, 2, 2);
  return canvas.convertToBlob();
}

test('a browser can read the address that a picture was given after another has taken its place', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const show = (picture: Blob) => root.render(<Thumb ref={null} picture={picture} contentType="image/png" />);
  const address = () => document.querySelector('img')?.src;
  const picture = await pictureOf('red');
  show(picture);
  await expect.poll(address).toBeDefined();
  const given = address() ?? '';
  show(await pictureOf('blue'));
  await expect.poll(address).not.toBe(given);
  root.unmount();
  expect((await (await fetch(given)).blob()).size).toBe(picture.size);
});

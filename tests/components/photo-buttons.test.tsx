import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { dismissToast, getToasts } from '../../src/ui/feedback/toast.ts';
import { PhotoButtons } from '../../src/ui/files/PhotoButtons.tsx';

async function photo(name: string): Promise<File> {
  const canvas = new OffscreenCanvas(2, 2);
  canvas.getContext('2d');
  const type = 'image/jpeg';
  return new File([await canvas.convertToBlob({ type })], name, { type });
}

/**
 * Renders the buttons of one shot, which leave once it has photos, as in a request in the chat.
 *
 * @param onPhotos called with what has them leave at once, too
 */
function show(onPhotos: (photos: File[], leave: () => void) => Promise<unknown>): HTMLElement {
  function Shot() {
    const [isThere, setThere] = useState(false);
    if (isThere) return <p>On its way</p>;
    return (
      <PhotoButtons
        subject="Ridge"
        small
        onPhotos={(photos) => onPhotos(photos, () => setThere(true)).then(() => setThere(true))}
      />
    );
  }
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(<Shot />);
  onTestFinished(() => {
    root.unmount();
    place.remove();
    for (const { id } of getToasts()) dismissToast(id);
  });
  return place;
}

test('a picked file that is no photo is named when the others are taken, and the buttons gone', async () => {
  const taken: string[] = [];
  const place = show(async (photos) => taken.push(...photos.map(({ name }) => name)));
  const files = [await photo('roof.jpg'), new File(['RIFF'], 'meter.webp', { type: 'image/webp' })];
  await page.getByLabelText('Photos for Ridge', { exact: true }).upload(files);
  await expect.poll(() => place.textContent).toBe('On its way');
  expect(taken).toEqual(['roof.jpg']);
  expect(getToasts().map(({ text, lasts }) => [text.split(':')[0], lasts])).toEqual([['meter.webp', true]]);
});

test('what keeps the rest of many photos from being added is said when the buttons are gone', async () => {
  const place: HTMLElement = show(async (_, leave) => {
    leave();
    await expect.poll(() => place.textContent).toBe('On its way');
    throw new Error('Only the first 100 of 101 photos were added.');
  });
  await page.getByLabelText('Photos for Ridge', { exact: true }).upload(await photo('roof.jpg'));
  const said = ['Only the first 100 of 101 photos were added.', true];
  await expect.poll(() => getToasts().map(({ text, lasts }) => [text, lasts])).toEqual([said]);
});

test('the camera shows that the photo it took is being made ready', async () => {
  const isStored = Promise.withResolvers<void>();
  const place = show(() => isStored.promise);
  const camera = () => place.querySelector('[aria-label="Take photo for Ridge"]');
  await expect.poll(() => camera()?.getAttribute('aria-busy')).toBe(null);
  await page.getByLabelText('Camera for Ridge').upload(await photo('image.jpg'));
  await expect.poll(() => camera()?.getAttribute('aria-busy')).toBe('true');
  isStored.resolve();
  await expect.poll(() => place.textContent).toBe('On its way');
});

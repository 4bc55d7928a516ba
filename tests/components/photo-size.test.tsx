import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { choosePhotoSize } from '../../src/ui/files/photoSize.ts';
import { type Photos, usePhotos } from '../../src/ui/files/usePhotos.ts';

test('a photo that is being reduced stays as it is when original photos are chosen meanwhile', async () => {
  const photo = new File([new Uint8Array(3 * 1024 * 1024)], 'roof.jpg', { type: 'image/jpeg' });
  const decoding = Promise.withResolvers<void>();
  const decoded = await createImageBitmap(new ImageData(64, 48));
  const decode = vi.spyOn(globalThis, 'createImageBitmap').mockImplementationOnce(async () => {
    await decoding.promise;
    return decoded;
  });
  const replace = vi.fn();
  let photos: Photos | undefined;
  function List() {
    photos = usePhotos([photo], { replace, refuse: vi.fn() });
    return <p>{photos.busy ? 'Reducing' : 'Ready'}</p>;
  }
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(<List />);
  await expect.poll(() => place.textContent).toBe('Ready');
  choosePhotoSize('smaller');
  const added = photos?.added([photo]);
  await expect.poll(() => decode.mock.calls.length).toBe(1);
  photos?.choose('original', [photo]);
  decoding.resolve();
  await added;
  expect(replace).not.toHaveBeenCalled();
  root.unmount();
  decode.mockRestore();
});

import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { OpenProgress } from '../../src/features/plans/OpenProgress.tsx';

test('a plan that takes long to open, although all of it is here, says so', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  const show = (loaded: number) => root.render(<OpenProgress name="form.pdf" size={100} loaded={loaded} />);
  const value = () => place.querySelector('progress')?.getAttribute('value');
  const words = () => place.querySelector('[role=status]')?.textContent;
  show(40);
  await expect.poll(value).toBe('40');
  // As long as bytes come, the bar says it.
  await new Promise((resolve) => setTimeout(resolve, 5500));
  expect(words()).toBe('');
  show(100);
  await expect.poll(value).toBeNull();
  await expect.poll(words).toMatch(/^Still opening/);
});

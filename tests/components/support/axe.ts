import axe from 'axe-core';
import { expect } from 'vitest';
import { cdp } from 'vitest/browser';

type Session = { send(method: string, params: object): Promise<unknown> };

/** Waits until no color is between two others: transitions, and animations that end. */
async function transitionsEnd(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
  await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
}

/**
 * Expects no complaints of axe in the light and the dark scheme.
 *
 * @param root of what is checked: the app without open dialogs by default
 */
export async function findsNoBarrier(
  root: Element = document.getElementById('app') ?? document.body,
): Promise<void> {
  const session = cdp() as unknown as Session;
  const found: string[] = [];
  for (const scheme of ['light', 'dark']) {
    const features = [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ];
    await session.send('Emulation.setEmulatedMedia', { features });
    await transitionsEnd();
    const { violations } = await axe.run(root, {
      // Only violations are read; no rule that runs here reads style sheets or media.
      resultTypes: ['violations'],
      preload: false,
      ...(scheme === 'dark' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
    });
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ html }) => `${id}, ${scheme}: ${html}`));
  }
  await session.send('Emulation.setEmulatedMedia', { features: [] });
  expect(found).toEqual([]);
}

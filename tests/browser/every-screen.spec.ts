import { expect } from '@playwright/test';
import { seedPassword } from '../../server/seed/people.ts';
import { cutTexts, layoutShift, watchLayoutShift } from './support/layout.ts';
import type { Person } from './support/person.ts';
import { test } from './support/product.ts';
import {
  adminScreens,
  clientScreens,
  moreSheet,
  publicScreens,
  type Screen,
  staffScreens,
  wayIn,
} from './support/screens.ts';

/** How much may move while a page loads. */
const maxLayoutShift = 0.02;
const smallest = { width: 320, height: 640 };

/**
 * Every screen's bar: nothing moves, axe is silent in both schemes, and 320 pixels with text twice as large cut nothing. The
 * last is looked at once, on the phone: from a desk it would be the same page.
 */
async function look(person: Person, screen: Screen, onPhone: boolean): Promise<void> {
  await test.step(screen.name, async () => {
    const { page } = person;
    try {
      await screen.open(person);
    } catch (error) {
      // The other screens are looked at all the same.
      expect.soft(String(error), `${screen.name} opens`).toBe('');
      return;
    }
    const { total, moved } = await layoutShift(page);
    // What a person asked for may move; Chromium tells it apart only when it comes within half a second.
    if (!screen.isAnswer)
      expect.soft(total, `${screen.name}: what moved\n${moved.join('\n')}`).toBeLessThan(maxLayoutShift);
    expect.soft(await person.barriers(), `${screen.name}: axe`).toEqual([]);
    if (!onPhone) return;
    const size = page.viewportSize();
    await page.setViewportSize(smallest);
    expect.soft(await cutTexts(page), `${screen.name} at 320 px`).toEqual([]);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect.soft(await cutTexts(page), `${screen.name} with text of 200 %`).toEqual([]);
    if (size) await page.setViewportSize(size);
  });
}

async function lookAtAll(person: Person, screens: readonly Screen[], onPhone: boolean): Promise<void> {
  for (const screen of screens) await look(person, screen, onPhone);
}

const everybody = [
  { type: 'client', email: 'client@ev.test', screens: clientScreens },
  { type: 'employee', email: 'employee@ev.test', screens: staffScreens },
  { type: 'administrator', email: 'admin@ev.test', screens: adminScreens },
];

test.setTimeout(900_000);

test('nobody is kept out of the screens before the sign-in, nor on the way in', async ({ newPerson }, {
  project,
}) => {
  const onPhone = project.name === 'phone';
  const person = await newPerson('nobody');
  await watchLayoutShift(person.page);
  await lookAtAll(person, publicScreens, onPhone);
  const email = `ned.${project.name}.${Date.now()}@newroofs.test`;
  await person.signUp(email, seedPassword);
  for (const { screens, goOn } of wayIn) {
    await lookAtAll(person, screens, onPhone);
    await goOn(person, email);
  }
});

for (const { type, email, screens } of everybody) {
  test(`nobody is kept out of any screen of the ${type}`, async ({ newPerson }, { project }) => {
    const person = await newPerson(type);
    await person.signIn(email, seedPassword);
    await watchLayoutShift(person.page);
    const onPhone = project.name === 'phone';
    await lookAtAll(person, onPhone ? [...screens, moreSheet] : screens, onPhone);
  });
}

import { join } from 'node:path';
import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { responseMark } from '../../../src/contract/calls.ts';
import { dueRules } from '../../support/server/dueRules.ts';
import { emulatorSignIn } from '../../support/server/emulatorSignIn.ts';
import { liveCall } from '../../support/server/liveCall.ts';
import { cutTexts, layoutShift, watchLayoutShift } from '../support/layout.ts';
import type { Person } from '../support/person.ts';
import { test } from '../support/product.ts';
import {
  adminScreens,
  clientScreens,
  dueScreensOfAdmins,
  dueScreensOfClients,
  dueScreensOfStaff,
  moreSheet,
  publicScreens,
  type Screen,
  staffScreens,
  wayIn,
} from '../support/screens.ts';

/** Largest layout shift allowed while a page loads. */
const maxLayoutShift = 0.02;
const softly = expect.configure({ soft: true });
/** Plots are drawn again a moment after a change of their width. */
const drawnWithinMs = 5000;
const smallest = { width: 320, height: 640 };

/** Saves what is on screen in both color schemes, where `PICTURES` names a folder. */
async function takePictures(person: Person, name: string, size: string): Promise<void> {
  const { page } = person;
  const folder = process.env.PICTURES;
  if (!folder) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await person.waitsUntilStill();
    const file = `${name.replace(/[^\w]+/g, '-')} ${size} ${colorScheme}.png`;
    // In a picture of the whole page, a dialog lies elsewhere.
    const fullPage = (await page.locator('dialog[open]').count()) === 0;
    await page.screenshot({ path: join(folder, file), fullPage });
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/**
 * Requires of every screen that nothing moves, axe reports nothing in both color schemes, and no text is cut at 320 pixels with text
 * twice as large. The last is checked once, on the phone, because the desk would show the same page.
 */
async function look(person: Person, type: string, screen: Screen, onPhone: boolean): Promise<void> {
  await test.step(screen.name, async () => {
    const { page } = person;
    try {
      await screen.open(person);
    } catch (error) {
      // A screen that fails to open does not stop the others.
      expect.soft(String(error), `${screen.name} opens`).toBe('');
      return;
    }
    const { total, moved } = await layoutShift(page);
    // Movement after a user's action is allowed; Chromium recognizes it only within half a second.
    if (!screen.isAnswer)
      expect.soft(total, `${screen.name}: what moved\n${moved.join('\n')}`).toBeLessThan(maxLayoutShift);
    expect.soft(await person.barriers(), `${screen.name}: axe`).toEqual([]);
    await takePictures(person, `${type} ${screen.name}`, onPhone ? 'phone' : 'desk');
    if (!onPhone) return;
    const size = page.viewportSize();
    await page.setViewportSize(smallest);
    await softly
      .poll(() => cutTexts(page), { message: `${screen.name} at 320 px`, timeout: drawnWithinMs })
      .toEqual([]);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await softly
      .poll(() => cutTexts(page), { message: `${screen.name} with text of 200 %`, timeout: drawnWithinMs })
      .toEqual([]);
    if (size) await page.setViewportSize(size);
  });
}

async function lookAtAll(
  person: Person,
  type: string,
  screens: readonly Screen[],
  onPhone: boolean,
): Promise<void> {
  for (const screen of screens) await look(person, type, screen, onPhone);
}

const everybody = [
  { type: 'client', email: 'client@ev.test', screens: clientScreens },
  { type: 'employee', email: 'employee@ev.test', screens: staffScreens },
  { type: 'administrator', email: 'admin@ev.test', screens: adminScreens },
];

test.setTimeout(900_000);

test('the screens before and during the sign-in are accessible', async ({ newPerson }, { project }) => {
  const onPhone = project.name === 'phone';
  const person = await newPerson('nobody');
  await watchLayoutShift(person.page);
  await lookAtAll(person, 'nobody', publicScreens, onPhone);
  const email = `ned.${project.name}.${Date.now()}@newroofs.test`;
  // With the sign-up, the server would register them without the form of the profile.
  await person.page.route('**/api/users/sign-up', (route) =>
    route.fulfill({
      status: 404,
      headers: { [responseMark]: '1' },
      json: { errorMessage: 'Not here.', code: 'not-found' },
    }),
  );
  await person.signUp(email, seedPassword);
  for (const { screens, goOn } of wayIn) {
    await lookAtAll(person, 'nobody', screens, onPhone);
    await goOn(person, email);
  }
});

for (const { type, email, screens } of everybody) {
  test(`every screen of the ${type} is accessible`, async ({ newPerson }, { project }) => {
    const person = await newPerson(type);
    await person.signIn(email, seedPassword);
    await watchLayoutShift(person.page);
    const onPhone = project.name === 'phone';
    await lookAtAll(person, type, onPhone ? [...screens, moreSheet] : screens, onPhone);
  });
}

test('every screen that due dates change is accessible', async ({ newPerson, product }, { project }) => {
  const { url } = product;
  const onPhone = project.name === 'phone';
  const { idToken } = await emulatorSignIn(url, 'admin@ev.test', seedPassword);
  const set = (rules: typeof dueRules | null) => liveCall(url, idToken, 'saveDueRules', { body: { rules } });
  await set({ ...dueRules, shownToClients: true });
  try {
    // Due dates of jobs are computed in the background.
    await expect
      .poll(async () => (await liveCall(url, idToken, 'stats', {})).due?.overdue ?? 0, { timeout: 150_000 })
      .toBeGreaterThan(0);
    for (const { type, email, screens } of [
      { type: 'administrator', email: 'admin@ev.test', screens: dueScreensOfAdmins },
      { type: 'employee', email: 'employee@ev.test', screens: dueScreensOfStaff },
      { type: 'client', email: 'client@ev.test', screens: dueScreensOfClients },
    ]) {
      const person = await newPerson(type);
      await person.signIn(email, seedPassword);
      await watchLayoutShift(person.page);
      await lookAtAll(person, `due ${type}`, screens, onPhone);
    }
  } finally {
    await set(null);
  }
});

import { expect, type Page } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import type { RequestOf } from '../../../src/contract/calls.ts';
import { liveStream } from '../../../src/contract/live.ts';
import { emulatorSignIn } from '../../support/server/emulatorSignIn.ts';
import { liveCall } from '../../support/server/liveCall.ts';
import { clientEmail, Office } from '../support/outbox/office.ts';
import { Person } from '../support/person.ts';
import { test } from '../support/product.ts';

const staffEmail = 'employee@ev.test';
const waitingEmail = 'pending@ev.test';
/**
 * Far shorter than the intervals of refetching, which are a day here: only a live event can be in time, however slow the machine is.
 */
const soon = { timeout: 180_000 };

async function withoutIntervals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const repeat = window.setInterval.bind(window);
    window.setInterval = ((run: () => void, ms: number) =>
      repeat(run, ms >= 5000 ? 86_400_000 : ms)) as typeof window.setInterval;
  });
}

/** Opens an address and waits until its live events have started, and what was read before them is read again where it has to be. */
async function opens(person: Person, path: string, text: string): Promise<void> {
  const stream = person.page.waitForResponse((response) => response.url().endsWith('/events/stream'));
  await person.goTo(path);
  await expect(person.bubble(text)).toBeVisible();
  await stream;
  // By the clock of the page, which may be slow.
  await person.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1500)));
  await person.waitsUntilStill();
}

/** Signs in and waits until the window receives live events. */
async function comesIn(person: Person, email: string, heading: string): Promise<void> {
  await withoutIntervals(person.page);
  const stream = person.page.waitForResponse((response) => response.url().endsWith('/events/stream'));
  await person.goTo('/auth/signin');
  await person.fill('Email', email);
  await person.fill('Password', seedPassword);
  await person.press('Sign in');
  await person.sees(heading);
  await stream;
}

function message(jobId: string, content: string): RequestOf<'updateJob'> {
  return {
    evJobId: jobId,
    jobUpdateUser: staffEmail,
    'evCommunication.content': content,
    'evCommunication.fromUserId': staffEmail,
    'evCommunication.fromUserType': 'EMPLOYEE',
  };
}

/** Counts the reads of an address that begin before a text is on the page. */
async function readsBefore(page: Page, end: string, text: string): Promise<() => Promise<number>> {
  type Counting = Window & { early: number };
  await page.evaluate(
    ([address, awaited]) => {
      const counting = window as unknown as Counting;
      counting.early = 0;
      const send = window.fetch;
      window.fetch = (input, init) => {
        const url = input instanceof Request ? input.url : String(input);
        const isThere = document.body.textContent?.includes(awaited);
        if (url.endsWith(address) && !isThere) counting.early += 1;
        return send(input, init);
      };
    },
    [end, text] as const,
  );
  return () => page.evaluate(() => (window as unknown as Counting).early);
}

test('changes by one side appear on the other side’s screen without a reload', async ({
  newPerson,
  product,
}) => {
  const office = await Office.open(product.url);
  const job = await office.newJob('Live', 1);
  const [client, staff] = [await newPerson('client'), await newPerson('employee')];
  await Promise.all([comesIn(client, clientEmail, 'Jobs'), comesIn(staff, staffEmail, 'Jobs')]);
  for (const person of [client, staff]) {
    await opens(person, `/jobs/update/${job.jobId}?chat=${job.jobId}`, 'Question 1 about Live');
  }
  const { idToken } = await emulatorSignIn(product.url, staffEmail, seedPassword);

  await test.step('a message appears before any read, and is announced to screen readers', async () => {
    const path = `/jobs/${job.jobId}/communication`;
    const early = await readsBefore(client.page, path, 'The plans are stamped');
    await staff.page.getByPlaceholder('Type your message…').fill('The plans are stamped');
    await staff.press('Send');
    await expect(client.bubble('The plans are stamped')).toBeVisible(soon);
    expect(await early()).toBe(0);
    await expect(client.page.getByText(/^Message from .*: The plans are stamped$/)).toHaveCount(1);
    await expect(staff.bubble('The plans are stamped')).toHaveCount(1);
  });

  await test.step('a reader further up is not moved, and is told of the new message below', async () => {
    for (let n = 1; n <= 12; n += 1) {
      await liveCall(product.url, idToken, 'updateJob', { body: message(job.jobId, `Note ${n}`) });
    }
    await expect(client.bubble('Note 12')).toBeVisible(soon);
    const log = client.page.getByRole('log', { name: 'Messages' });
    await log.focus();
    await client.page.keyboard.press('Home');
    await expect.poll(() => log.evaluate((element) => element.scrollTop)).toBe(0);
    await liveCall(product.url, idToken, 'updateJob', { body: message(job.jobId, 'Last note') });
    await expect(client.page.getByRole('button', { name: 'Jump to latest · 1 new' })).toBeVisible(soon);
    expect(await log.evaluate((element) => element.scrollTop)).toBe(0);
    await client.press('Jump to latest · 1 new');
    await expect(client.bubble('Last note')).toBeInViewport();
  });

  await test.step('a changed status appears', async () => {
    await client.bubble('Last note').getByRole('button', { name: 'Mark as addressed' }).click();
    await expect(staff.bubble('Last note').getByRole('button', { name: 'Mark as new' })).toBeVisible(soon);
  });

  await test.step('a change of the job appears', async () => {
    await staff.putsOnHold('Waiting for photos.');
    const status = client.page.getByRole('region', { name: 'Status' });
    await expect(status.getByText('On hold')).toBeVisible(soon);
    await expect(client.page.locator('main header').getByText('On hold')).toBeVisible(soon);
    await expect(status.getByText('Reason: Waiting for photos.')).toBeVisible(soon);
  });
});

test('a change between the first reads of a page and the start of its live events appears', async ({
  newPerson,
  product,
}) => {
  const office = await Office.open(product.url);
  for (const [way, pastMs] of [
    ['as an event', '60000'],
    ['by another read, where the stream does not say what happened before it', undefined],
  ] as const) {
    await test.step(way, async () => {
      const person = await newPerson(way);
      const { page } = person;
      await comesIn(person, clientEmail, 'Jobs');
      const held = Promise.withResolvers<void>();
      await page.route('**/api/events/stream', async (route) => {
        const { [liveStream.ago]: _, ...headers } = route.request().headers();
        await held.promise;
        await route.continue({ headers: { ...headers, ...(pastMs && { [liveStream.ago]: pastMs }) } });
      });
      const asked = page.waitForRequest('**/api/events/stream');
      await person.goTo('/jobs/listing/all');
      await expect(page.locator('main [data-index]').first()).toBeVisible();
      await person.waitsUntilStill();
      await asked;
      const { project } = await office.newJob(`Between ${way.slice(0, 2)}`, 0);
      held.resolve();
      await expect(page.locator('main [data-index]').filter({ hasText: project })).toBeVisible(soon);
    });
  }
});

test('an approval lets a waiting user in, and its withdrawal out again', async ({ newPerson, product }) => {
  const { idToken } = await emulatorSignIn(product.url, 'admin@ev.test', seedPassword);
  const decide = (userApproved: boolean) =>
    liveCall(product.url, idToken, 'updateProfiles', {
      body: { profiles: [{ email: waitingEmail, userApproved }] },
    });
  const person = await newPerson('applicant');
  await comesIn(person, waitingEmail, 'Your account is pending approval');
  await decide(true);
  await expect(person.page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible(soon);
  await decide(false);
  await expect(person.page.getByRole('heading', { level: 1, name: /Your account/ })).toBeVisible(soon);
});

/** Returns which of these texts have disappeared from a bubble of this page at any time. */
async function watchBubbles({ page }: Person, texts: readonly string[]): Promise<() => Promise<string[]>> {
  type Watching = Window & { vanished: string[] };
  await page.getByRole('log', { name: 'Messages' }).evaluate((log, all) => {
    const shown = new Set<string>();
    const vanished: string[] = [];
    (window as unknown as Watching).vanished = vanished;
    new MutationObserver(() => {
      const now = log.textContent ?? '';
      for (const text of shown) if (!now.includes(text)) vanished.push(text);
      for (const text of all) if (now.includes(text)) shown.add(text);
    }).observe(log, { childList: true, characterData: true, subtree: true });
  }, texts);
  return () => page.evaluate(() => [...new Set((window as unknown as Watching).vanished)]);
}

test('messages sent at once from two windows and another device appear in each of them and never vanish', async ({
  newPerson,
  product,
}) => {
  const office = await Office.open(product.url);
  const job = await office.newJob('Three screens', 1);
  const first = await newPerson('first window');
  await comesIn(first, clientEmail, 'Jobs');
  const second = new Person(await first.page.context().newPage(), product.url);
  await withoutIntervals(second.page);
  const device = await newPerson('other device');
  await comesIn(device, clientEmail, 'Jobs');
  const screens = Object.entries({ first, second, device });
  const each = 8;
  const textOf = (name: string, at: number) => `From the ${name}, number ${at}.`;
  const texts = screens.flatMap(([name]) => Array.from({ length: each }, (_, at) => textOf(name, at + 1)));
  for (const [, person] of screens) {
    if (person === second) {
      // The first window leads and has the stream.
      await person.goTo(`/messages?chat=${job.jobId}`);
      await expect(person.bubble('Question 1 about Three screens')).toBeVisible();
      await person.waitsUntilStill();
    } else await opens(person, `/messages?chat=${job.jobId}`, 'Question 1 about Three screens');
  }
  const vanished = await Promise.all(screens.map(([, person]) => watchBubbles(person, texts)));
  const sendAll = async (from: Record<string, Person>) => {
    for (let at = 1; at <= each; at += 1) {
      for (const [name, { page }] of Object.entries(from)) {
        const composer = page.getByPlaceholder('Type your message…');
        // All windows of a device show the draft that is typed in one of them.
        await expect(composer).toHaveValue('');
        await composer.fill(textOf(name, at));
        await page.keyboard.press('Control+Enter');
        await expect(composer).toHaveValue('');
      }
    }
  };
  // A user types in one window of a device at a time.
  await Promise.all([sendAll({ first, second }), sendAll({ device })]);
  for (const [name, person] of screens) {
    await test.step(`the ${name} shows all of them`, async () => {
      for (const text of texts) {
        await expect(person.bubble(text)).toHaveCount(1, soon);
        await expect(person.bubble(text)).not.toContainText(/Waiting to send|Sending|Checking/, soon);
      }
    });
  }
  expect(await Promise.all(vanished.map((read) => read()))).toEqual([[], [], []]);
});

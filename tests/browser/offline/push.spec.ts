import { type BrowserContext, type CDPSession, expect, type Worker } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import type { PushPayload } from '../../../src/contract/users/notifications.ts';
import { isAll } from '../../support/amount.ts';
import { isInstalled, test } from '../support/device.ts';
import { Person } from '../support/person.ts';

const beforeRelease = isAll ? test : test.skip;

type Data = PushPayload['notification']['data'];

/** A user whose browser may notify them, and who receives pushes as its push service would send them. */
class Notified {
  readonly person: Person;
  readonly context: BrowserContext;
  readonly uid: string;
  readonly #cdp: CDPSession;
  readonly #registrationId: string;

  private constructor(person: Person, uid: string, cdp: CDPSession, registrationId: string) {
    this.person = person;
    this.context = person.page.context();
    this.uid = uid;
    this.#cdp = cdp;
    this.#registrationId = registrationId;
  }

  static async signIn(person: Person, email: string): Promise<Notified> {
    const { page, url } = person;
    await page.context().grantPermissions(['notifications'], { origin: url });
    await person.signIn(email, seedPassword);
    await isInstalled(person);
    // On a page that stays when every window of the app is closed.
    const cdp = await page.context().newCDPSession(await page.context().newPage());
    const registrations: string[] = [];
    cdp.on('ServiceWorker.workerRegistrationUpdated', (event) => {
      for (const { scopeURL, registrationId, isDeleted } of event.registrations) {
        if (scopeURL.startsWith(url) && !isDeleted) registrations.push(registrationId);
      }
    });
    await cdp.send('ServiceWorker.enable');
    await expect.poll(() => registrations.length).toBeGreaterThan(0);
    await page.bringToFront();
    const uid = await page.evaluate(() => JSON.parse(localStorage.getItem('auth') ?? '{}').uid as string);
    const notified = new Notified(person, uid, cdp, registrations.at(-1) ?? '');
    await notified.#slowTimers();
    return notified;
  }

  /**
   * Makes the timers of the worker twenty times as slow. It takes a window that does not answer within half a second for frozen, which
   * a window on a busy machine may seem.
   */
  async #slowTimers(): Promise<void> {
    await this.worker.evaluate(() => {
      const start = self.setTimeout.bind(self) as (
        act: TimerHandler,
        ms: number,
        ...args: unknown[]
      ) => number;
      Object.assign(self, {
        setTimeout: (act: TimerHandler, ms = 0, ...args: unknown[]) => start(act, ms * 20, ...args),
      });
    });
  }

  get worker(): Worker {
    const [worker] = this.context.serviceWorkers();
    if (!worker) throw new Error('There is no worker.');
    return worker;
  }

  /**
   * Delivers a push and waits until the worker has shown it. Chromium removes a notification whose display is in flight while
   * notifications are listed, so that the test must not poll for it by listing them.
   */
  async deliver(title: string, data: Partial<Data>, { isShown = true } = {}): Promise<void> {
    const before = await this.#countShown();
    const { jobId = '' } = data;
    const payload = {
      web_push: 8030,
      app_badge: 0,
      mutable: true,
      notification: {
        title,
        body: 'A new message',
        navigate: `https://public.test/jobs/update/${jobId}?chat=${jobId}`,
        tag: `job-${jobId}`,
        lang: 'en',
        dir: 'ltr',
        silent: false,
        data: { ownerUid: this.uid, jobId, communicationId: 'm1', receipt: title, unread: 0, ...data },
      },
    } satisfies PushPayload;
    await this.#cdp.send('ServiceWorker.deliverPushMessage', {
      origin: this.person.url,
      registrationId: this.#registrationId,
      data: JSON.stringify(payload),
    });
    if (isShown) await expect.poll(() => this.#countShown()).toBeGreaterThan(before);
  }

  /** Counts the notifications that the worker has shown since the first call. */
  #countShown(): Promise<number> {
    return this.worker.evaluate(() => {
      const scope = self as unknown as { registration: ServiceWorkerRegistration; shownCount?: number };
      if (scope.shownCount === undefined) {
        scope.shownCount = 0;
        const show = scope.registration.showNotification.bind(scope.registration);
        scope.registration.showNotification = async (...options) => {
          await show(...options);
          scope.shownCount = (scope.shownCount ?? 0) + 1;
        };
      }
      return scope.shownCount;
    });
  }

  /** Returns the notifications on the device, by title. */
  async shown(): Promise<string[]> {
    const titles = await this.worker.evaluate(async () => {
      const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
    });
    return titles.map((title) => title.replace(': A new message', '')).sort();
  }

  /** Sends the worker a click. Only a real click may focus a window, so that is not tested here. */
  async click(title: string): Promise<void> {
    await this.worker.evaluate(async (wanted) => {
      const { registration, NotificationEvent } = self as unknown as {
        registration: ServiceWorkerRegistration;
        NotificationEvent: new (type: string, init: object) => Event;
      };
      const notification = (await registration.getNotifications()).find((one) => one.title === wanted);
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    }, title);
  }

  /** Records from here on what the worker sets as the app's badge. */
  async watchBadge(): Promise<() => Promise<unknown>> {
    await this.worker.evaluate(() => {
      const badges: unknown[] = [];
      const put = async (badge: unknown) => void badges.push(badge);
      Object.assign(self, { badges });
      Object.assign(navigator, { setAppBadge: put, clearAppBadge: () => put('none') });
    });
    return () => this.worker.evaluate(() => (self as unknown as { badges: unknown[] }).badges);
  }
}

test('a push is shown, replaced, shown without its text or not at all, and opened by a click', async ({
  deviceAt,
  product,
}) => {
  const device = await deviceAt(product.url);
  const notified = await Notified.signIn(await device.open(), 'client@ev.test');
  const { person, context } = notified;
  const { page } = person;
  const link = page.locator('main a[href^="/jobs/update/"]').first();
  const jobId = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';

  await test.step('each job has one notification, which a later push replaces', async () => {
    await notified.deliver('first', { jobId });
    await expect.poll(() => notified.shown()).toEqual(['first']);
    await notified.deliver('second', { jobId });
    await expect.poll(() => notified.shown()).toEqual(['second']);
    await notified.deliver('of another job', { jobId: 'other' });
    await expect.poll(() => notified.shown()).toEqual(['of another job', 'second']);
  });

  await test.step('a push for another user shows no text', async () => {
    await notified.deliver('a secret', { ownerUid: 'somebody', jobId: 'theirs' });
    const neutral = 'EV Jobs: Another account on this device has updates.';
    await expect.poll(() => notified.shown()).toEqual([neutral, 'of another job', 'second']);
  });

  await test.step('a click opens the chat in the open window, over its page', async () => {
    await person.goTo('/account', 'Account');
    await notified.click('second');
    await expect(person.chat).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/account');
    expect(await notified.shown()).not.toContain('second');
  });

  await test.step('a message that is on the screen is not notified', async () => {
    await notified.deliver('in sight', { jobId }, { isShown: false });
    await notified.deliver('out of sight', { jobId: 'another' });
    await expect.poll(() => notified.shown()).toContain('out of sight');
    expect(await notified.shown()).not.toContain('in sight');
  });

  await test.step('the badge has the number of a push, unless a window in sight counts by itself', async () => {
    const badges = await notified.watchBadge();
    await notified.deliver('with a window', { jobId: 'other', unread: 9 });
    await page.close();
    for (const unread of [2, 3, 0]) await notified.deliver(`${unread} unread`, { jobId: 'other', unread });
    await expect.poll(badges).toEqual([2, 3, 'none']);
  });

  await test.step('with every window closed, the next one opens the chat', async () => {
    await notified.deliver('while closed', { jobId });
    await expect.poll(() => notified.shown()).toContain('while closed');
    await notified.click('while closed');
    await expect.poll(() => notified.shown()).not.toContain('while closed');
    const next = new Person(await context.newPage(), person.url);
    await next.goTo('/');
    await expect(next.page).toHaveURL(`${person.url}/jobs/update/${jobId}?chat=${jobId}`);
    await expect(next.chat).toBeVisible();

    // The chat opens once: a later window starts as usual.
    await next.goTo('/', 'Jobs');
    await expect(next.page).not.toHaveURL(/chat=/);
  });

  await test.step('a sign-out removes all notifications', async () => {
    const last = new Person(context.pages().at(-1) ?? page, person.url);
    await last.goTo('/account');
    expect(await notified.shown()).not.toEqual([]);
    await last.page.getByRole('region', { name: 'Sign out', exact: true }).getByRole('button').click();
    await last.sees('Sign in');
    await expect.poll(() => notified.shown()).toEqual([]);
  });
});

beforeRelease('a browser without a push service says so, and what to do', async ({ browser, product }) => {
  const { url } = product;
  const context = await browser.newContext();
  await context.grantPermissions(['notifications'], { origin: url });
  const person = new Person(await context.newPage(), url);
  await person.signIn('client@ev.test', seedPassword);
  await isInstalled(person);
  await person.goTo('/account');
  const said = person.page.getByRole('region', { name: 'Notifications' });
  await said.getByRole('button', { name: 'Turn on notifications' }).click();
  await expect(said).toContainText('Your browser couldn’t connect to its notification service.', {
    timeout: 90_000,
  });
  await expect(said.getByRole('button', { name: 'Try again' })).toBeVisible();
  await context.close();
});

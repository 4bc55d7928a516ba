import { deepEqual, equal } from 'node:assert/strict';
import type { Page } from 'puppeteer-core';
import webPush from 'web-push';
import type { PushService } from '../support/pushService/pushService.ts';
import { startBareSite } from './bareSite.ts';
import { type Firefox, startFirefox } from './firefox.ts';
import { shownIn } from './shownIn.ts';
import { tell, until } from './story.ts';

const keys = webPush.generateVAPIDKeys();
const vapidDetails = { subject: 'mailto:push@example.com', ...keys };

type Words = { title: string; body: string; tag: string };

/** Encrypts with `web-push` and sends; resolves with the push service's status. */
async function send(subscription: webPush.PushSubscription, words: Words): Promise<number> {
  const request = webPush.generateRequestDetails(subscription, JSON.stringify(words), {
    vapidDetails,
    TTL: 60,
    topic: words.tag,
  });
  const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const body = new Uint8Array(request.body);
  return (await fetch(request.endpoint, { method: 'POST', headers, body })).status;
}

async function subscribe(page: Page): Promise<webPush.PushSubscription> {
  const made = await page.evaluate(async (applicationServerKey) => {
    await navigator.serviceWorker.register('/sw.js');
    const { pushManager } = await navigator.serviceWorker.ready;
    return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON();
  }, keys.publicKey);
  return made as webPush.PushSubscription;
}

/** Follows a push without the app: a page and a worker that do nothing else, with `web-push` as the sender. */
export async function bareStory(program: string, profile: string, service: PushService): Promise<void> {
  const site = await startBareSite();
  let firefox: Firefox = await startFirefox(program, profile, service.socketUrl);
  try {
    await firefox.allowNotifications(site.origin);
    const page = await firefox.newPage();
    await page.goto(site.origin);

    const subscription = await tell('a page subscribes, for pushes signed with its key only', async () => {
      const made = await subscribe(page);
      const [known] = service.subscriptions();
      equal(made.endpoint, known?.endpoint);
      equal(known?.key, keys.publicKey);
      return made;
    });

    await tell('an encrypted push wakes the worker, which shows a notification', async () => {
      equal(await send(subscription, { title: 'One', body: 'first', tag: 'job-1' }), 201);
      deepEqual(
        await until(
          () => shownIn(page),
          (shown) => shown.length > 0,
        ),
        [{ title: 'One', body: 'first', tag: 'job-1' }],
      );
      await until(
        () => service.pushes[0]?.outcome,
        (outcome) => outcome === 'DELIVERED',
      );
    });

    await tell('the next one of the same tag takes its place', async () => {
      equal(await send(subscription, { title: 'Two', body: 'second', tag: 'job-1' }), 201);
      await until(
        () => shownIn(page),
        (shown) => shown.length === 1 && shown[0]?.title === 'Two',
      );
    });

    await tell('a click on it reaches the worker, which opens a page', async () => {
      await until(
        () => firefox.alerts(),
        (alerts) => alerts.length === 1 && alerts[0] === 'Two: second',
      );
      await firefox.clickAlert('Two');
      await until(
        async () => (await firefox.browser.pages()).map((each) => each.url()),
        (urls) => urls.includes(`${site.origin}/opened?job-1`),
      );
      deepEqual(await shownIn(page), []);
    });

    await tell('what is sent while the browser is closed waits, the last of each topic', async () => {
      await firefox.close();
      await until(
        () => service.connected(),
        (count) => count === 0,
      );
      equal(await send(subscription, { title: 'Three', body: 'third', tag: 'job-2' }), 201);
      equal(await send(subscription, { title: 'Four', body: 'fourth', tag: 'job-2' }), 201);
      firefox = await startFirefox(program, profile, service.socketUrl);
      const later = await firefox.newPage();
      await later.goto(site.origin);
      deepEqual(
        await until(
          () => shownIn(later),
          (shown) => shown.length > 0,
        ),
        [{ title: 'Four', body: 'fourth', tag: 'job-2' }],
      );
      deepEqual(
        service.pushes.slice(-2).map(({ outcome }) => outcome),
        ['REPLACED', 'DELIVERED'],
      );
    });

    await tell('after it has unsubscribed, a push is refused with 410', async () => {
      const [, later] = await firefox.browser.pages();
      await later?.evaluate(async () => {
        const { pushManager } = await navigator.serviceWorker.ready;
        await (await pushManager.getSubscription())?.unsubscribe();
      });
      await until(
        () => send(subscription, { title: 'Five', body: 'fifth', tag: 'job-3' }),
        (status) => status === 410,
      );
    });
  } finally {
    await firefox.close();
    await site.close();
  }
}

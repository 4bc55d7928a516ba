import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import type { Page } from 'puppeteer-core';
import type { PushService } from '../support/pushService/pushService.ts';
import { startStack } from '../support/server/stack.ts';
import { Client } from './client.ts';
import { startFirefox } from './firefox.ts';
import { shownIn } from './shownIn.ts';
import { StaffMember } from './staffMember.ts';
import { tell, until } from './story.ts';

const secret = 'The roof has a crack of 3 mm';

function textOf(page: Page): Promise<string> {
  return page.evaluate(() => document.body.textContent);
}

/** Follows a push through the product: a client's action notifies a member of staff in a Firefox. */
export async function appStory(program: string, profile: string, service: PushService): Promise<void> {
  const stack = await tell('the product starts with its demo data', () => startStack({ seed: true }));
  let firefox = await startFirefox(program, profile, service.socketUrl);
  const urls = async () => (await firefox.browser.pages()).map((page) => page.url());
  /** Waits until the browser has received so many pushes in all, each without an error in the worker. */
  const delivered = (count: number) =>
    until(
      () => service.pushes.map(({ outcome }) => outcome),
      (outcomes) => outcomes.length === count && outcomes.every((outcome) => outcome === 'DELIVERED'),
    );
  try {
    const client = await Client.at(stack.url);
    await firefox.allowNotifications(stack.url);
    const staff = new StaffMember(await firefox.newPage(), stack.url);
    const { page } = staff;

    await tell('a member of staff switches notifications on in Account', async () => {
      await staff.signIn();
      await staff.opensAccount();
      await staff.press('Turn on notifications');
      const device = await until(
        () => staff.device(),
        (known) => known !== undefined,
      );
      const [subscription] = service.subscriptions();
      equal(subscription?.key, (await staff.notifications()).publicKey);
      equal(device?.label, 'Firefox on Linux');
      equal(device?.state, 'SUBSCRIBED');
      equal(device?.service, new URL(service.origin).host);
    });

    await tell('“Send test notification” goes through its steps', async () => {
      await staff.press('Send test notification');
      const device = await until(
        () => staff.device(),
        (known) => known?.test?.accepted != null && known.test.shown !== null,
      );
      equal(device?.test?.error, '');
      deepEqual(
        (await shownIn(page)).map(({ tag }) => tag),
        ['test'],
      );
      await delivered(1);
    });

    const [roof, garage] = await tell('new jobs are told, each by a notification of its own', async () => {
      const jobs = [await client.reportsJob('Roof of the mill'), await client.reportsJob('Garage')];
      await delivered(3);
      const shown = await until(
        () => shownIn(page),
        (seen) => seen.length === 3,
      );
      deepEqual(shown.map(({ tag }) => tag).sort(), [...jobs.map((jobId) => `job-${jobId}`), 'test'].sort());
      match(shown.find(({ tag }) => tag === `job-${jobs[0]}`)?.title ?? '', /Roof of the mill/);
      return jobs as [string, string];
    });

    await tell(
      'a client’s message takes the place of what was told of its job, and is not quoted',
      async () => {
        await client.writes(roof, secret);
        await delivered(4);
        const shown = await until(
          () => shownIn(page),
          (seen) => seen.some(({ tag, body }) => tag === `job-${roof}` && /message/.test(body)),
        );
        equal(shown.length, 3);
        equal(JSON.stringify(shown).includes(secret), false);
        const [, first, , message] = service.pushes;
        equal(message?.topic, first?.topic);
        equal(message?.urgency, 'high');
        notEqual(message?.topic, service.pushes[2]?.topic);
        const device = await staff.device();
        notEqual(device?.shownTimestamp, null);
        notEqual(device?.acceptedTimestamp, null);
      },
    );

    await tell('a click opens the job’s chat in the window that is there', async () => {
      const before = await urls();
      await firefox.clickAlert('message');
      await until(
        () => page.url(),
        (url) => new URL(url).searchParams.get('chat') === roof,
      );
      equal((await urls()).length, before.length);
      await until(
        () => textOf(page),
        (text) => text.includes(secret),
      );
    });

    await tell('what is in sight already is not told again', async () => {
      const before = await shownIn(page);
      await client.writes(roof, 'And one of 5 mm.');
      await delivered(5);
      await until(
        () => textOf(page),
        (text) => text.includes('5 mm'),
      );
      deepEqual(await shownIn(page), before);
    });

    await tell(
      'what comes while the browser is closed is told when it starts, by one notification',
      async () => {
        await firefox.close();
        await until(
          () => service.connected(),
          (count) => count === 0,
        );
        await client.writes(garage, 'How long will it take?');
        await until(
          () => service.pushes.length,
          (count) => count === 6,
        );
        await client.writes(garage, 'And what will it cost?');
        await until(
          () => service.pushes.length,
          (count) => count === 7,
        );
        deepEqual(
          service.pushes.slice(-2).map(({ outcome }) => outcome),
          ['REPLACED', 'WAITING'],
        );
        firefox = await startFirefox(program, profile, service.socketUrl);
        await until(
          () => service.pushes.at(-1)?.outcome,
          (outcome) => outcome === 'DELIVERED',
        );
        await until(
          () => firefox.alerts(),
          (alerts) => alerts.length === 1 && /Garage.*2 new messages/.test(alerts[0] ?? ''),
        );
      },
    );

    const opened = await tell('a click opens its chat in a new window when there is none', async () => {
      await firefox.clickAlert('Garage');
      const pages = await until(
        () => firefox.browser.pages(),
        (seen) => seen.some((each) => each.url().includes(`chat=${garage}`)),
      );
      const opening = pages.find((each) => each.url().includes(`chat=${garage}`)) as Page;
      await until(
        () => textOf(opening),
        (text) => text.includes('And what will it cost?'),
      );
      return opening;
    });

    await tell('signing out ends the subscription, and takes what was shown off the screen', async () => {
      const later = new StaffMember(opened, stack.url);
      await later.opensAccount();
      await client.writes(roof, 'One more thing.');
      await until(
        () => shownIn(opened),
        (shown) => shown.some(({ tag }) => tag === `job-${roof}`),
      );
      await later.press('Sign out');
      await later.sees('Sign in');
      await until(
        () => service.subscriptions().map(({ gone }) => gone),
        (gone) => gone.every(Boolean),
      );
      await until(
        () => later.device(),
        (known) => known === undefined,
      );
      await until(
        () => shownIn(opened),
        (shown) => shown.length === 0,
      );
    });
  } finally {
    await firefox.close();
    await stack.stop({ remove: true });
  }
}

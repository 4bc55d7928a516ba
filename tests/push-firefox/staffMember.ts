import type { Page } from 'puppeteer-core';
import * as v from 'valibot';
import { engineer, seedPassword } from '../../server/seed/people.ts';
import { calls } from '../../src/contract/calls.ts';
import { type Device, Notifications } from '../../src/contract/users/notifications.ts';
import { emulatorSignIn } from '../support/server/emulatorSignIn.ts';
import { until } from './story.ts';

const stepMs = 60_000;

/** A member of staff of the demo data, who uses a Firefox. */
export class StaffMember {
  readonly page: Page;
  readonly #url: string;

  constructor(page: Page, url: string) {
    page.setDefaultTimeout(stepMs);
    this.page = page;
    this.#url = url;
  }

  async signIn(): Promise<void> {
    await this.page.goto(this.#url);
    await this.page.locator('input[name="email"]').fill(engineer.email);
    await this.page.locator('input[name="password"]').fill(seedPassword);
    await this.press('Sign in');
    await this.sees('Jobs');
  }

  async press(name: string): Promise<void> {
    await this.page.locator(`aria/${name}[role="button"]`).click();
  }

  /** Waits for the page's one heading and until nothing is loading. */
  async sees(heading: string): Promise<void> {
    await until(
      () =>
        this.page.evaluate(() =>
          document.querySelector('[aria-busy="true"]') ? '…' : document.querySelector('h1')?.textContent,
        ),
      (seen) => seen === heading,
      stepMs,
    );
  }

  async opensAccount(): Promise<void> {
    await this.page.goto(`${this.#url}/account`);
    await this.sees('Account');
  }

  /** Returns the server's notification settings of this user, read without the browser. */
  async notifications(): Promise<Notifications> {
    const { idToken } = await emulatorSignIn(this.#url, engineer.email, seedPassword);
    const answer = await fetch(`${this.#url}/api${calls.notifications.path}`, {
      headers: { authorization: `Bearer ${idToken}` },
    });
    return v.parse(Notifications, (await answer.json()).body);
  }

  async device(): Promise<Device | undefined> {
    return (await this.notifications()).devices[0];
  }
}

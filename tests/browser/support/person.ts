import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

/** What a person does, in the words of the screen. */
export class Person {
  readonly page: Page;
  readonly url: string;
  constructor(page: Page, url: string) {
    this.page = page;
    this.url = url;
  }

  /** A field by its label, whether it is marked "optional" or not. */
  field(label: string): Locator {
    return this.page.getByLabel(new RegExp(`^${label}( ?optional)?$`));
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(this.url + path);
  }

  async fill(label: string, value: string): Promise<void> {
    await this.field(label).fill(value);
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).click();
  }

  /** One of a group of radio buttons. */
  async choose(group: string, option: string): Promise<void> {
    const choices = this.page.getByRole('radiogroup', { name: group, exact: true });
    await choices.getByRole('radio', { name: option, exact: true }).check();
  }

  /** One of a group of checkboxes. */
  async tick(group: string, option: string): Promise<void> {
    await this.page.getByRole('group', { name: group }).getByRole('checkbox', { name: option }).check();
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.goTo('/');
    await expect(this.page).toHaveURL(/\/auth\/signin/);
    await this.fill('Email', email);
    await this.fill('Password', password);
    await this.press('Sign in');
    await this.sees('Jobs');
  }

  /** The page's one heading, once the page is there. */
  async sees(heading: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }

  /** Until nothing is loading any more: no page, no list, no animation. */
  async waitsUntilStill(): Promise<void> {
    await this.page.waitForLoadState('networkidle');
    await expect(this.page.locator('[aria-busy="true"]')).toHaveCount(0);
    await this.page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
          .map((animation) => animation.finished.catch(() => undefined)),
      ),
    );
  }

  /** What axe complains about, in light and in dark. */
  async barriers(): Promise<string[]> {
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { violations } = await new AxeBuilder({ page: this.page }).analyze();
      for (const { id, nodes } of violations) {
        found.push(...nodes.map((node) => `${id}, ${colorScheme}: ${node.html}`));
      }
    }
    await this.page.emulateMedia({ colorScheme: null, reducedMotion: null });
    return found;
  }

  async findsNoBarrier(): Promise<void> {
    expect(await this.barriers(), this.page.url()).toEqual([]);
  }

  /** Clicks and reads what the browser saves. */
  async downloads(from: Locator): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([this.page.waitForEvent('download'), from.click()]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  }

  get chat(): Locator {
    return this.page
      .getByRole('dialog')
      .or(this.page.getByRole('complementary'))
      .filter({
        has: this.page.getByRole('log', { name: 'Messages' }),
      });
  }

  bubble(text: string): Locator {
    return this.page.getByRole('log', { name: 'Messages' }).getByRole('article').filter({ hasText: text });
  }
}

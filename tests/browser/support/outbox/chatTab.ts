import { expect, type Locator, type Page } from '@playwright/test';
import type { OpenJob } from './office.ts';

export type Upload = { name: string; mimeType: string; buffer: Buffer };

const patienceMs = 25_000;

/** The chat of one job in one tab, as a user handles it. */
export class ChatTab {
  readonly page: Page;
  readonly job: OpenJob;

  constructor(page: Page, job: OpenJob) {
    this.page = page;
    this.job = job;
  }

  static pathOf(job: OpenJob): string {
    return `/messages?chat=${encodeURIComponent(job.jobId)}`;
  }

  get #sheet(): Locator {
    return this.page.getByRole('dialog', { name: this.job.project, exact: true });
  }

  get #input(): Locator {
    return this.#sheet.getByPlaceholder('Type your message…');
  }

  /** Opens the chat as a link of the app does, without reloading the page. */
  async show(): Promise<void> {
    const path = ChatTab.pathOf(this.job);
    if (!this.page.url().endsWith(path)) {
      await this.page.evaluate((to) => history.pushState({}, '', to), path);
    }
    await expect(this.#input).toBeVisible({ timeout: patienceMs });
  }

  /** Shows the chat and waits until the conversation has been read: one can write before that. */
  async isRead(): Promise<void> {
    await this.show();
    const last = this.#sheet.getByRole('article').filter({ hasText: this.job.asked.at(-1)?.content ?? '' });
    await expect(last).toBeVisible({ timeout: patienceMs });
  }

  typed(): Promise<string> {
    return this.#input.inputValue();
  }

  async type(text: string, files: readonly Upload[]): Promise<void> {
    await this.#input.fill(text);
    if (files.length === 0) return;
    await this.#sheet.getByLabel('Files to attach').setInputFiles([...files]);
    await expect(this.#sheet.getByText(`${files.length} attached`)).toBeVisible();
  }

  async press(): Promise<void> {
    await this.#sheet.getByRole('button', { name: 'Send', exact: true }).click();
  }

  /** Waits until the composer is empty: the app promises that its text is stored. */
  async isTaken(): Promise<void> {
    await expect(this.#input).toHaveValue('', { timeout: patienceMs });
  }

  /** Returns the error about a message that was not accepted. */
  complaint(): Locator {
    return this.#sheet.getByRole('alert');
  }

  /** @returns the state it has from now on */
  async mark(content: string): Promise<'NEW' | 'ADDRESSED'> {
    const toggle = this.#sheet
      .getByRole('article')
      .filter({ hasText: content })
      .getByRole('button', { name: /^Mark as/ });
    const target = (await toggle.getAttribute('aria-label')) === 'Mark as new' ? 'NEW' : 'ADDRESSED';
    await toggle.click();
    await expect(toggle).toHaveAccessibleName(target === 'NEW' ? 'Mark as addressed' : 'Mark as new');
    return target;
  }

  /** Presses "Try again" of each refused message. @returns how many */
  async retryAll(): Promise<number> {
    const retries = this.#sheet.getByRole('article').getByRole('button', { name: 'Try again' });
    const count = await retries.count();
    for (let n = 0; n < count; n += 1) await retries.first().click();
    return count;
  }
}

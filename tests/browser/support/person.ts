import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { isAll } from '../../support/amount.ts';
import { storeSession, takeSession } from './storedSessions.ts';

/** Without a request for so long, no further request follows from earlier responses. */
const quietMs = 200;
const stepMs = 50;

const require = createRequire(import.meta.url);
/** Less than half of what the package adds to a page by itself. */
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const alreadyThere = 'void 0';
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** A user, who acts by the texts on the screen. */
export class Person {
  readonly page: Page;
  readonly url: string;
  /** The page's pending requests. */
  private readonly waiting = new Set<Request>();
  constructor(page: Page, url: string) {
    this.page = page;
    this.url = url;
    page.on('request', (request) => {
      // The response of the event stream never ends.
      if (!request.url().endsWith('/events/stream')) this.waiting.add(request);
    });
    for (const end of ['requestfinished', 'requestfailed'] as const) {
      page.on(end as 'requestfinished', (request) => this.waiting.delete(request));
    }
    page.on('framenavigated', (frame) => {
      // Pending requests of a page that was left never report their end.
      if (frame === page.mainFrame()) this.waiting.clear();
    });
  }

  /** Returns a field by its label, whether it is marked "(optional)" or not. A translated label ends with a zero-width space. */
  field(label: string): Locator {
    return this.page.getByLabel(new RegExp(`^${label}\u200b?( ?\\(optional\\)\u200b?)?$`));
  }

  /** Opens a page. @param heading to wait for */
  async goTo(path: string, heading?: string | RegExp): Promise<void> {
    await this.page.goto(this.url + path);
    if (heading !== undefined) await this.sees(heading);
  }

  async fill(label: string, value: string): Promise<void> {
    await this.field(label).fill(value);
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).click();
  }

  /** Puts the job of this page on hold, and says why. */
  async putsOnHold(reason: string): Promise<void> {
    await this.press('Put on hold');
    const dialog = this.page.getByRole('dialog', { name: 'Put this job on hold?' });
    await dialog.getByLabel('Reason for the hold').fill(reason);
    await dialog.getByRole('button', { name: 'Put on hold' }).click();
  }

  /** Chooses from the menu of the job list. */
  async chooseFromMenu(name: string): Promise<void> {
    await this.press('More actions');
    await this.press(name);
  }

  /** Presses a button of a page that also continues by itself, perhaps before the press. */
  async pressUnlessGone(name: string): Promise<void> {
    const button = this.page.getByRole('button', { name, exact: true });
    await expect(async () => {
      if ((await button.count()) > 0) await button.click({ timeout: 5000 });
    }).toPass();
  }

  /** Chooses one of a group of radio buttons. */
  async choose(group: string, option: string): Promise<void> {
    const choices = this.page.getByRole('radiogroup', { name: group, exact: true });
    await choices.getByRole('radio', { name: option, exact: true }).check();
  }

  /** Ticks one of a group of checkboxes. */
  async tick(group: string, option: string): Promise<void> {
    await this.page.getByRole('group', { name: group }).getByRole('checkbox', { name: option }).check();
  }

  /** Signs in: with the form the first time, then with the session that it stored in the browser. */
  async signIn(email: string, password: string): Promise<void> {
    await takeSession(this.page, this.url, email);
    await this.goTo('/');
    const form = this.field('Email');
    await expect(form.or(this.page.getByRole('heading', { level: 1, name: 'Jobs' }))).toBeVisible();
    if (await form.isVisible()) {
      await expect(this.page).toHaveURL(/\/auth\/signin/);
      await this.fill('Email', email);
      await this.fill('Password', password);
      await this.press('Sign in');
      await this.sees('Jobs');
      await storeSession(this.page, email);
    }
    await this.sees('Jobs');
  }

  /** Creates an account with an unverified email address. */
  async signUp(email: string, password: string): Promise<void> {
    await this.goTo('/auth/signup', 'Create account');
    const typed = {
      Email: email,
      Password: password,
      'Confirm password': password,
      'First name': 'Nora',
      'Last name': 'Neal',
      Company: 'New Roofs',
      'Phone number': '(617) 555-0123',
      'Street address': '12 Wharf Lane',
      City: 'Boston',
      State: 'MA',
      'Zip code': '02110',
    };
    for (const [label, value] of Object.entries(typed)) await this.fill(label, value);
    await this.press('Create account');
    await this.sees('Verify your email address');
  }

  /** Waits for the page's one heading. */
  async sees(heading: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }

  /** Waits until nothing is loading any more: no page, no list, no animation. */
  async waitsUntilStill(): Promise<void> {
    await this.page.waitForLoadState();
    for (let quiet = 0; quiet < quietMs; quiet = this.waiting.size === 0 ? quiet + stepMs : 0) {
      await this.page.waitForTimeout(stepMs);
    }
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

  /** Returns axe's complaints in both color schemes; the page differs between them only in its colors. */
  async barriers(): Promise<string[]> {
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Of axe's two ways into frames, the legacy one opens no second page for each run.
      const isFirst = colorScheme === 'light';
      const axe = new AxeBuilder({ page: this.page, axeSource: isFirst ? axeSource : alreadyThere });
      axe.setLegacyMode(true);
      if (!isFirst) axe.withRules(rulesOfColour);
      const { violations } = await axe.analyze();
      for (const { id, nodes } of violations) {
        found.push(...nodes.map((node) => `${id}, ${colorScheme}: ${node.html}`));
      }
    }
    await this.page.emulateMedia({ colorScheme: null, reducedMotion: null });
    return found;
  }

  /** Expects no complaints of axe; before a release only: daily, the component tests ask it. */
  async findsNoBarrier(): Promise<void> {
    if (isAll) expect(await this.barriers(), this.page.url()).toEqual([]);
  }

  /** Clicks and returns the file that the browser saves. */
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

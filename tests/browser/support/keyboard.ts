import { type CDPSession, expect, type Page } from '@playwright/test';

export type Focused = { role: string; name: string };

const mostStops = 250;

/** A user without a pointer, who finds the focus by the accessibility tree alone. */
export class Keyboard {
  private readonly page: Page;
  private session: Promise<CDPSession> | undefined;
  constructor(page: Page) {
    this.page = page;
  }

  /** Returns role and name of the focused element, as a screen reader gets them; empty if none is focused. */
  async focused(): Promise<Focused> {
    let at = await this.focusedNow();
    // While a page is being rendered, the focused element may be missing from the tree for a moment.
    for (let tries = 0; tries < 50 && at.name === ''; tries += 1) {
      await this.page.waitForTimeout(100);
      at = await this.focusedNow();
    }
    return at;
  }

  private async focusedNow(): Promise<Focused> {
    this.session ??= this.page.context().newCDPSession(this.page);
    const session = await this.session;
    const expression = 'document.activeElement === document.body ? null : document.activeElement';
    const { result } = await session.send('Runtime.evaluate', { expression });
    if (!result.objectId) return { role: '', name: '' };
    const { nodes } = await session.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId,
      fetchRelatives: false,
    });
    const [node] = nodes;
    return { role: String(node?.role?.value ?? ''), name: String(node?.name?.value ?? '').trim() };
  }

  /** Returns the HTML of the focused element for messages of failures. */
  private html(): Promise<string> {
    return this.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300) ?? 'nothing');
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  /**
   * Presses keys one after the other, which lead to a page; they count together only when they follow each other fast, and not
   * before the app listens to them.
   */
  async goTo(keys: string, heading: string): Promise<void> {
    await expect(async () => {
      for (const key of keys) await this.page.keyboard.press(key);
      await this.page.getByRole('heading', { name: heading, level: 1 }).waitFor({ timeout: 5000 });
    }).toPass();
  }

  /** Replaces the text of the field. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.type(text);
  }

  /** Presses Tab until this element has the focus; every stop on the way must have a name. */
  async tabTo(role: string, name: string | RegExp): Promise<void> {
    const passed: string[] = [];
    for (let stops = 0; stops < mostStops; stops += 1) {
      await this.page.keyboard.press('Tab');
      const at = await this.focused();
      if (at.role === role && (typeof name === 'string' ? at.name === name : name.test(at.name))) return;
      passed.push(`${at.role} “${at.name}”`);
      // The stop was rendered again and is gone: the next Tab continues from there.
      if (at.role !== '' && at.name === '') {
        throw new Error(
          `After ${passed.at(-2) ?? 'the first Tab'}, a stop has no name: ${await this.html()}`,
        );
      }
    }
    throw new Error(`Tab never came to ${role} “${name}”. It passed:\n${passed.slice(0, 60).join('\n')}`);
  }

  /** @param role `combobox` for a field with suggestions */
  async fill(name: string | RegExp, text: string, role: 'textbox' | 'combobox' = 'textbox'): Promise<void> {
    await this.tabTo(role, name);
    await this.type(text);
  }

  /** Chooses a radio button of the next group: Tab focuses the first, arrows go on. */
  async choose(name: string): Promise<void> {
    await this.tabTo('radio', /./);
    for (let moves = 0; moves < 10; moves += 1) {
      const at = await this.focused();
      if (at.name === name) return this.press('Space');
      await this.press('ArrowRight');
    }
    throw new Error(`No arrow came to the choice “${name}”.`);
  }

  async activate(role: string, name: string | RegExp): Promise<void> {
    await this.tabTo(role, name);
    await this.press('Enter');
  }

  /** Presses Tab until a bar has the focus, whose only stop is `stop`, and an arrow key until one of its others has it. */
  async moveTo(role: string, stop: RegExp, arrow: string, name: RegExp): Promise<void> {
    await this.tabTo(role, stop);
    for (let moves = 0; moves < 20; moves += 1) {
      await this.press(arrow);
      if (name.test((await this.focused()).name)) return;
    }
    throw new Error(`No ${arrow} came to ${role} “${name}”.`);
  }

  /** Returns the Tab stops from here, as a screen reader announces them, until they repeat. */
  async stops(most: number): Promise<string[]> {
    const stops: string[] = [];
    for (let count = 0; count < most; count += 1) {
      await this.page.keyboard.press('Tab');
      const { role, name } = await this.focused();
      stops.push(`${role} ${name}`);
    }
    return stops;
  }
}

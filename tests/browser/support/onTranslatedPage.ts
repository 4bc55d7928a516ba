import { test as base } from './badLine.ts';
import { expectCurrentTexts, translate } from './translatedPage.ts';

type Fixtures = {
  /** Waits until the page shows what React has last rendered, all of it translated. */
  current(): Promise<void>;
};

/** Tests of a user whose browser translates every page, behind a connection that can be cut. */
export const test = base.extend<Fixtures>({
  person: async ({ person }, use) => {
    await translate(person.page, { by: 'font', delayMs: 30 });
    await use(person);
  },
  current: async ({ person }, use) => use(() => expectCurrentTexts(person.page)),
});

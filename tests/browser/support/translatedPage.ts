import { expect, type Page } from '@playwright/test';
import { people } from '../../../server/seed/people.ts';
import { seedJobs } from '../../../server/seed/plan.ts';
import { addressLine, addressLines } from '../../../src/contract/address/addressText.ts';
import { startTranslation, type Translation } from '../../support/translator.ts';

/** Translates every page that is opened from now on, in a world of its own, as Chrome does. */
export async function translate(page: Page, translation: Translation): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${startTranslation})(${JSON.stringify(translation)})`,
    worldName: 'translation',
  });
}

const addresses = [...people, ...seedJobs.map(({ report }) => report)].map(({ address }) => address);
/** What must be read as it is. */
const names = [
  ...people.flatMap(({ email, firstName, lastName, company }) => [
    email,
    `${firstName} ${lastName}`,
    company,
  ]),
  ...addresses.flatMap((address) => [addressLine(address), ...addressLines(address)]),
  'EV Jobs',
];
const codes = seedJobs.map(({ report }) => report.jobCode);

/** React's node of an element, of a text or of a component, as far as needed here. */
type Fiber = {
  tag: number;
  type: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
  memoizedProps: unknown;
  memoizedState: unknown;
  stateNode: unknown;
};

/**
 * Compares the page with what React has last rendered, and returns what differs, a line each: texts that are stale, doubled, lost or
 * in another order, and stale names. Translated texts may differ by their marks only.
 */
function differences(page: Page): Promise<string[]> {
  return page.evaluate(
    ([literal, inside]) => {
      const mark = '\u200b';
      const [textTag, portalTag, offscreenTag] = [6, 4, 22];
      const named = { title: 'title', placeholder: 'placeholder', alt: 'alt', 'aria-label': 'aria-label' };
      const found: string[] = [];
      const plain = (text: string | null) => (text ?? '').replaceAll(mark, '');

      function children(fiber: Fiber): Fiber[] {
        const all: Fiber[] = [];
        for (let one = fiber.child; one; one = one.sibling) all.push(one);
        return all;
      }
      /** Elements that are rendered elsewhere on the page than in their components. */
      const moved: Element[] = [];
      function findMoved(fiber: Fiber, inPortal: boolean): void {
        const isElement = fiber.stateNode instanceof Element;
        if (inPortal && isElement) moved.push(fiber.stateNode as Element);
        for (const child of children(fiber))
          findMoved(child, fiber.tag === portalTag || (inPortal && !isElement));
      }
      function shownIn(element: Element): string {
        const inside = moved.filter((one) => one !== element && element.contains(one));
        return inside.reduce(
          (text, one) => text.replace(plain(one.textContent), ''),
          plain(element.textContent),
        );
      }
      /** Returns the text that the children of a fiber have on the page. */
      const textIn = (fiber: Fiber): string => children(fiber).map(textOf).join('');

      function textOf(fiber: Fiber): string {
        if (fiber.tag === textTag) return String(fiber.memoizedProps);
        if (fiber.tag === portalTag) {
          textIn(fiber);
          return '';
        }
        // Hidden while something else loads.
        if (fiber.tag === offscreenTag && fiber.memoizedState !== null) {
          found.push('something is hidden until the rest is loaded');
          return '';
        }
        if (!(fiber.stateNode instanceof Element)) return textIn(fiber);
        const element = fiber.stateNode;
        const props = fiber.memoizedProps as Record<string, unknown>;
        for (const [prop, attribute] of Object.entries(named)) {
          const value = props[prop];
          if (typeof value === 'string' && plain(element.getAttribute(attribute)) !== value)
            found.push(`${attribute} is “${element.getAttribute(attribute)}” instead of “${value}”`);
        }
        const here = shownIn(element);
        const isOthers = !fiber.child && props.children === undefined;
        if (isOthers || element instanceof HTMLTextAreaElement) return here;
        const before = found.length;
        const only = props.children;
        const isText = !fiber.child && /^(string|number|bigint)$/.test(typeof only);
        const wanted = isText ? String(only) : textIn(fiber);
        if (found.length === before && here !== wanted)
          found.push(
            `<${element.localName}> shows “${here.slice(0, 300)}” instead of “${wanted.slice(0, 300)}”`,
          );
        // The element is reported already.
        return here;
      }

      const root = document.getElementById('app') as unknown as Element &
        Record<string, { stateNode: { current: Fiber } }>;
      const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$')) ?? '';
      const current = root[key]?.stateNode.current;
      if (!current) return ['nothing is rendered'];
      findMoved(current, false);
      const wanted = textIn(current);
      if (found.length === 0 && shownIn(root) !== wanted) found.push('the page has other texts');

      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { data, parentElement } = walker.currentNode as Text;
        const words = plain(data).replace(/^[\s·,]+|[\s·,]+$/g, '');
        const isName = literal.includes(words) || /^\S+(@\S+|\.(pdf|png|jpe?g|zip))$/.test(words);
        if (data.includes(mark) && (isName || inside.some((code) => words.includes(code))))
          found.push(`translated: “${words}”`);
        if (!data.trim() || data.includes(mark) || !parentElement?.translate) continue;
        if (parentElement.closest('script, style, textarea, noscript, svg')) continue;
        found.push(`not translated: “${data}”`);
      }
      return found;
    },
    [names.filter(Boolean), codes] as const,
  );
}

/** Waits until the page shows what React has last rendered, all of it translated. */
export async function expectCurrentTexts(page: Page): Promise<void> {
  await expect.poll(() => differences(page)).toEqual([]);
  await expect(page.getByRole('heading', { name: /^(You’re offline|Something went wrong)/ })).toHaveCount(0);
}

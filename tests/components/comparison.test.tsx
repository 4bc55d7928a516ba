import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import type { ComparedSheet } from '../../src/contract/files/comparison.ts';
import { bar, comparedPdf, comparedSize } from '../support/files/comparedPdf.ts';
import { findsNoBarrier } from './support/axe.ts';
import { colorAt } from './support/colorAt.ts';
import { goTo, openApp } from './support/openApp.ts';
import { openComparison, setKeys, storedAnswer } from './support/openComparison.ts';
import { seesAgain } from './support/seesAgain.ts';

let close = () => {};

beforeAll(() => openApp('employee', '/jobs/listing/all'));
afterEach(async () => {
  // The same address again would be the same page.
  await goTo('/jobs/listing/all');
  close();
  vi.restoreAllMocks();
  await page.viewport(1280, 800);
});

const same = bar(40, 40);
const sets = {
  before: comparedPdf(same, same + bar(40, 100), same, same + bar(40, 100)),
  after: comparedPdf(same, same + bar(240, 100), same, same + bar(40, 100, '0 0.6 0') + bar(240, 200)),
};
const of = (number: number) => ({ page: number, label: `S-10${number}` });
function sheet(number: number, changes: Partial<ComparedSheet> = {}): ComparedSheet {
  return {
    answer: 'unchanged',
    before: of(number),
    after: of(number),
    by: 'instructions',
    places: [],
    hidden: [],
    ...changes,
  };
}
const answer: ComparedSheet[] = [
  sheet(1),
  sheet(2, {
    answer: 'changed',
    places: [
      { kind: 'drawing', before: [40, 100, 100, 20] },
      { kind: 'text', after: [240, 100, 100, 20] },
    ],
  }),
  sheet(3, { hidden: ['position', 'shift'] }),
  sheet(4, {
    answer: 'changed',
    by: 'pixels',
    places: [
      { kind: 'style', before: [40, 100, 100, 20], after: [40, 100, 100, 20] },
      { kind: 'drawing', after: [240, 200, 100, 20] },
    ],
  }),
  { ...sheet(5, { answer: 'not-compared', reason: 'too-complex' }), after: null, before: of(3) },
];

async function opens(stored = [storedAnswer(answer)], search = '') {
  const opened = await openComparison(sets, stored, search);
  close = opened.close;
  return opened;
}

async function isDrawn(): Promise<void> {
  const stage = page.getByRole('application').first();
  await expect.element(stage).toBeVisible();
  await expect.element(stage).not.toHaveAttribute('aria-busy');
}

/** Returns the color in the middle of a bar. */
function barAt(left: number, top: number): number[] {
  const { width, height } = comparedSize;
  return colorAt((left + 50) / width, (top + 10) / height);
}

const looks = ([red = 0, green = 0, blue = 0]: number[]) =>
  red > 200 && green > 200 && blue > 200
    ? 'white'
    : red > blue + 60
      ? 'red'
      : blue > red + 60
        ? 'blue'
        : 'gray';
/** Returns the colors along the middle of a bar. */
const along = (left: number, top: number) =>
  new Set(Array.from({ length: 20 }, (_, at) => looks(barAt(left + at * 1.5, top))));

const sheets = () => page.getByRole('region', { name: 'Sheets' });
const searchOf = () => new URL(location.href).searchParams;

test('the answer says how many sheets are unchanged, and lists those that differ with what it may hide', async () => {
  await opens();
  await expect.element(page.getByText('2 of 5 sheets unchanged, 2 changed, 1 not compared.')).toBeVisible();
  await isDrawn();
  const listed = sheets().getByRole('listitem');
  await expect.element(listed.first()).toHaveTextContent('S-102Page 2Changed2 places1. Drawing2. Text');
  await expect.element(sheets().getByText('This sheet is too complex to compare here.')).toBeVisible();
  await expect
    .element(sheets().getByText('Compared by how it looks, not by what it is made of.'))
    .toBeVisible();
  await expect.element(sheets().getByText(/^Moves of less than .* don’t count\.$/)).not.toBeInTheDocument();
  await sheets().getByRole('button', { name: 'Show 2 unchanged sheets' }).click();
  await expect.element(sheets().getByText(/^Moves of less than .* don’t count\.$/)).toBeVisible();
  await findsNoBarrier();
});

test('the focus goes on to the first sheet that is shown on request', async () => {
  await opens();
  const more = sheets().getByRole('button', { name: 'Show 2 unchanged sheets' });
  await expect.element(more).toBeVisible();
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(sheets().getByRole('button', { name: /^S-101/ })).toHaveFocus();
});

test('a comparison whose viewer could not be loaded is opened once it can be', async () => {
  class Missing extends EventTarget {
    constructor() {
      super();
      setTimeout(() => this.dispatchEvent(new Event('error')));
    }
    postMessage() {}
    terminate() {}
  }
  vi.stubGlobal('Worker', Missing);
  onTestFinished(() => void vi.unstubAllGlobals());
  await opens();
  await expect
    .element(page.getByText(/^set A\.pdf: The plan viewer isn’t on this device yet\./))
    .toBeVisible();
  vi.unstubAllGlobals();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await isDrawn();
});

test('what was is striped in red, what is solid in blue, and a slider goes from one to the other', async () => {
  await opens();
  await isDrawn();
  expect(looks(barAt(40, 40))).toBe('gray');
  expect(along(40, 100)).toContain('red');
  expect(along(40, 100).size).toBeGreaterThan(1);
  expect([...along(240, 100)]).toEqual(['blue']);
  const slider = page.getByRole('slider', { name: 'From what was to what is' });
  // What names them is drawn like them, and lighter in the dark.
  const ink = () => getComputedStyle(document.querySelector('[data-ink="is"]') as Element).borderBottomColor;
  expect(ink()).toBe('rgb(16, 72, 200)');
  onTestFinished(() => void delete document.documentElement.dataset.theme);
  document.documentElement.dataset.theme = 'dark';
  expect(ink()).toBe('rgb(122, 162, 255)');
  delete document.documentElement.dataset.theme;
  await slider.fill('0');
  expect([...along(240, 100)]).toEqual(['white']);
  expect(along(40, 100)).toContain('red');
  await slider.fill('100');
  expect([...along(40, 100)]).toEqual(['white']);
  expect([...along(240, 100)]).toEqual(['blue']);
});

test('a sheet that is drawn elsewhere as a whole lies on the other one as it was compared', async () => {
  await opens([storedAnswer([sheet(2, { hidden: ['shift'], lies: [1, 0, 0, 1, 200, 0] })])], '&sheet=2');
  await isDrawn();
  expect([...along(240, 100)]).toEqual(['gray']);
  expect([...along(40, 100)]).toEqual(['white']);
});

test('what has another color only is striped in both', async () => {
  await opens(undefined, '&sheet=4');
  await isDrawn();
  expect(along(40, 100)).toEqual(new Set(['red', 'blue']));
});

test('n and p go through the places of all sheets, and Tab through those of one', async () => {
  await opens();
  await isDrawn();
  const place = (name: string) => page.getByRole('button', { name: `${name}: ask about it` });
  await userEvent.keyboard('n');
  await expect.element(place('Drawing, place 1 of 2')).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(place('Text, place 2 of 2')).toHaveFocus();
  await userEvent.keyboard('n');
  await expect.element(place('Text, place 2 of 2')).toHaveFocus();
  await userEvent.keyboard('n');
  await expect.element(place('Color, line, or hatch, place 1 of 2')).toHaveFocus();
  expect(searchOf().get('sheet')).toBe('4');
  await expect.element(page.getByText('Page S-104: Color, line, or hatch, place 1 of 2')).toBeInTheDocument();
  await userEvent.keyboard('p');
  await expect.element(place('Text, place 2 of 2')).toHaveFocus();
  expect(searchOf().get('sheet')).toBe('2');
  history.back();
  await expect.poll(() => searchOf().get('sheet')).toBe('4');
});

test('a place comes into view again when it is chosen again, however far the sheet was moved', async () => {
  await opens(undefined, '&sheet=2');
  await isDrawn();
  const chosen = sheets().getByRole('button', { name: '1. Drawing' });
  await chosen.click();
  await seesAgain('[data-side="was"]', chosen, '=====');
});

test('a place is quoted in the chat with both pictures', async () => {
  await opens(undefined, '&sheet=4');
  await isDrawn();
  await page.getByRole('button', { name: 'Color, line, or hatch, place 1 of 2: ask about it' }).click();
  const message = page.getByRole('textbox', { name: 'Message' });
  await expect
    .element(message)
    .toHaveValue(expect.stringContaining('set B.pdf, page S-104, compared with set A.pdf'));
  await expect.element(message).toHaveValue(expect.stringContaining('compare=set-before-key&sheet=4'));
  await expect.element(page.getByText('set A page S-104 before.png').first()).toBeVisible();
  await expect.element(page.getByText('set B page S-104 after.png').first()).toBeVisible();
});

test('side by side, both sheets are moved and zoomed in step', async () => {
  await opens();
  await isDrawn();
  await page.getByRole('button', { name: 'Side by side' }).click();
  const stages = page.getByRole('application');
  await expect.poll(() => stages.elements().length).toBe(2);
  await expect.element(stages.nth(1)).not.toHaveAttribute('aria-busy');
  const transforms = () =>
    stages.elements().map((stage) => (stage.firstElementChild as HTMLElement).style.transform);
  (stages.nth(1).element() as HTMLElement).focus();
  await userEvent.keyboard('{+}{+}{ArrowUp}');
  await expect.poll(() => new Set(transforms()).size).toBe(1);
  const moved = transforms()[0];
  (stages.nth(0).element() as HTMLElement).focus();
  await userEvent.keyboard('{-}');
  await expect.poll(() => transforms()[0]).not.toBe(moved);
  await expect.poll(() => new Set(transforms()).size).toBe(1);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await findsNoBarrier();
});

test('the two sheets blink by themselves, or by a button where motion is unwanted', async () => {
  const session = cdp() as unknown as { send(method: string, params: object): Promise<unknown> };
  await session.send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
  });
  await opens();
  await isDrawn();
  await page.getByRole('button', { name: 'Blink' }).click();
  await page.getByRole('button', { name: 'Show what is' }).click();
  await expect.poll(() => [...along(240, 100)]).toEqual(['blue']);
  expect([...along(40, 100)]).toEqual(['white']);
  await page.getByRole('button', { name: 'Show what was' }).click();
  await expect.poll(() => [...along(240, 100)]).toEqual(['white']);
  await session.send('Emulation.setEmulatedMedia', { features: [] });
  await page.getByRole('button', { name: 'Play' }).click();
  const seen = new Set<string>();
  await expect.poll(() => seen.add([...along(240, 100)].join()).size).toBe(2);
});

test('what is not stored is compared here, sheet by sheet, and then stored with the job', async () => {
  const { saved } = await opens([]);
  await expect.poll(() => saved.length).toBe(1);
  expect(saved[0]).toMatchObject({ jobId: 'job-9', comparison: { before: { key: 'set-before-key' } } });
  const hash = await crypto.subtle.digest('SHA-256', sets.after);
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  expect(saved[0]?.comparison.after.sha256).toBe(hex);
  expect(saved[0]?.comparison.sheets).toHaveLength(4);
});

test('what was compared before its page was killed is not compared again', async () => {
  const { keepSheets, readKeptSheets } = await import('../../src/features/plans/comparison/keptSheets.ts');
  const kept = [sheet(1), sheet(2, { answer: 'changed', places: [{ kind: 'value', after: [7, 7, 7, 7] }] })];
  await keepSheets(setKeys, kept);
  const { saved } = await opens([]);
  await expect.poll(() => saved.length).toBe(1);
  expect(saved[0]?.comparison.sheets).toEqual(expect.arrayContaining(kept));
  await expect.poll(() => readKeptSheets(setKeys)).toEqual([]);
});

test('the sheet on screen stays there while another change is found before it', async () => {
  const { keepSheets } = await import('../../src/features/plans/comparison/keptSheets.ts');
  await keepSheets(setKeys, [
    sheet(2, { answer: 'changed', places: [{ kind: 'value', after: [7, 7, 7, 7] }] }),
  ]);
  const changed = { before: comparedPdf(same, same), after: comparedPdf(same + bar(240, 100), same) };
  const { saved, ...opened } = await openComparison(changed, []);
  close = opened.close;
  await expect.poll(() => saved.length).toBe(1);
  await expect.element(page.getByText('0 of 2 sheets unchanged, 2 changed.')).toBeVisible();
  await expect.element(page.getByRole('application', { name: /page S-102/ })).toBeVisible();
});

test('a comparison that is stopped says how far it is, and goes on from there', async () => {
  // Each sheet is kept before the next one is compared: so the comparison stands after the first.
  const gate = Promise.withResolvers<void>();
  const put = vi.spyOn(Cache.prototype, 'put').mockImplementation(async () => gate.promise);
  const { saved } = await opens([]);
  await expect.element(page.getByText('1 of 4', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect.element(page.getByText(/^Stopped at 1 of 4 sheets\./)).toBeVisible();
  put.mockRestore();
  gate.resolve();
  expect(saved).toEqual([]);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect.poll(() => saved.length).toBe(1);
  expect(saved[0]?.comparison.sheets).toHaveLength(4);
  await expect.element(page.getByText('2 of 4 sheets unchanged, 2 changed.')).toBeVisible();
});

test('staff compare anew what a client’s device has stored', async () => {
  const wrong = storedAnswer([sheet(1), sheet(2), sheet(3), sheet(4)], false);
  const { saved } = await opens([wrong]);
  await expect.poll(() => saved.length).toBe(1);
  await expect.element(page.getByText('All 4 sheets unchanged.')).not.toBeInTheDocument();
});

test('the answer is printed with a page for each sheet that differs', async () => {
  const pages: string[] = [];
  vi.spyOn(window, 'print').mockImplementation(() => {
    const printed = document.querySelectorAll('[data-paper-sheet] > section');
    pages.push(...Array.from(printed, (one) => `${one.textContent} ${one.querySelectorAll('img').length}`));
  });
  await opens();
  await isDrawn();
  await page.getByRole('button', { name: 'Print or save as PDF' }).click();
  await expect.poll(() => pages.length).toBe(4);
  expect(pages[0]).toContain('set B.pdf, compared with set A.pdf');
  expect(pages[1]).toMatch(/^S-102: Changed2 places: Drawing, Text\. 1$/);
  expect(pages[2]).toMatch(/^S-104: ChangedPlaces?|^S-104: Changed2 places/);
  expect(pages[3]).toContain('too complex to compare');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('printing leaves what is on screen as the slider has it', async () => {
  let printed = 0;
  vi.spyOn(window, 'print').mockImplementation(() => {
    printed += 1;
  });
  await opens();
  await isDrawn();
  await page.getByRole('slider', { name: 'From what was to what is' }).fill('0');
  expect([...along(240, 100)]).toEqual(['white']);
  await page.getByRole('button', { name: 'Print or save as PDF' }).click();
  await expect.poll(() => printed).toBe(1);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect([...along(240, 100)]).toEqual(['white']);
  expect(along(40, 100)).toContain('red');
});

test('a phone shows the overlay with its slider, and no two sheets side by side', async () => {
  await page.viewport(390, 844);
  await opens();
  await isDrawn();
  await expect.element(page.getByRole('slider')).toBeVisible();
  await expect.element(sheets()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show panel' }).click();
  await expect.element(sheets()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Side by side' })).not.toBeInTheDocument();
  await findsNoBarrier();
});

test('a phone on its side shows the sheets in all of its width, below what they are compared with', async () => {
  await page.viewport(844, 390);
  await opens();
  await isDrawn();
  const boxOf = (role: 'application' | 'article' | 'button', name: RegExp) =>
    page.getByRole(role, { name }).element().getBoundingClientRect();
  const [stage, whole] = [boxOf('application', /./), boxOf('article', /, compared$/)];
  expect(Math.round(stage.width)).toBe(Math.round(whole.width));
  expect(stage.height).toBeGreaterThan(whole.height / 3);
  for (const name of [/^Choose another$/, /^Overlay$/, /^Next change/]) {
    const button = boxOf('button', name);
    expect(button.bottom).toBeLessThanOrEqual(stage.top + 1);
    expect(button.right).toBeLessThanOrEqual(whole.right);
  }
  await findsNoBarrier();
});

test('the choice of another PDF closes when the pair that is shown is chosen again', async () => {
  await opens();
  await page.getByRole('button', { name: 'Choose another' }).click();
  const choice = page.getByRole('dialog', { name: 'Compare with' });
  await choice.getByRole('link', { name: /^set A\.pdf/ }).click();
  await expect.element(choice).not.toBeInTheDocument();
  expect(searchOf().get('compare')).toBe(setKeys.before);
});

test('a PDF that is not of the job says so', async () => {
  await opens(undefined, '');
  await goTo('/plans/job-9/set-after-key?compare=none');
  await expect.element(page.getByText(/isn’t one of this job/)).toBeVisible();
});

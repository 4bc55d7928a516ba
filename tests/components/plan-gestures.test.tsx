import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { planSetPdf } from '../support/files/planSetPdf.ts';
import { openApp } from './support/openApp.ts';
import { openPlanOf } from './support/openPlanOf.ts';
import { padPinch } from './support/padPinch.ts';

let close = () => {};

const stage = () => page.getByRole('application');
const sheet = () => stage().element().firstElementChild?.getBoundingClientRect() ?? new DOMRect();

beforeAll(() => openApp('employee', '/jobs/listing/all'));
beforeEach(async () => {
  close = await openPlanOf(planSetPdf(1, 20));
  await expect.element(stage()).not.toHaveAttribute('aria-busy');
});
afterEach(() => close());

test('a pinch on a touchpad zooms the sheet in Safari, which sends no wheel, and not the window', () => {
  const { width } = sheet();
  expect(padPinch(stage().element(), 2)).toBe(true);
  expect(sheet().width / width).toBeCloseTo(2, 1);
  expect(padPinch(stage().element(), 0.5)).toBe(true);
  expect(sheet().width / width).toBeCloseTo(1, 1);
});

/** Does something with pointers that are made here, which no browser can capture. */
function point(type: string, init: PointerEventInit): void {
  const captured = vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue(undefined);
  stage()
    .element()
    .dispatchEvent(new PointerEvent(type, { bubbles: true, clientY: 300, ...init }));
  captured.mockRestore();
}

test('fingers on a screen, of which Safari says the same, zoom once', () => {
  const { width } = sheet();
  const finger = (type: string, pointerId: number, clientX: number) =>
    point(type, { pointerId, pointerType: 'touch', clientX, buttons: type === 'pointerup' ? 0 : 1 });
  finger('pointerdown', 11, 500);
  finger('pointerdown', 12, 600);
  padPinch(stage().element(), 2);
  finger('pointermove', 12, 700);
  expect(sheet().width / width).toBeCloseTo(2, 1);
  finger('pointerup', 11, 500);
  finger('pointerup', 12, 700);
});

test('a sheet does not stick to a mouse whose release went to a menu, as of a press with Ctrl on a Mac', () => {
  padPinch(stage().element(), 4);
  const mouse = (type: string, clientX: number, buttons: number) =>
    point(type, { pointerId: 1, pointerType: 'mouse', clientX, buttons });
  mouse('pointerdown', 500, 1);
  mouse('pointermove', 520, 1);
  const { x } = sheet();
  mouse('pointermove', 700, 0);
  mouse('pointermove', 800, 0);
  expect(sheet().x).toBe(x);
});

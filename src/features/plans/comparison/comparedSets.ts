import type { ComparedSheet } from '../../../contract/files/comparison.ts';
import type { Plan } from '../open/openPlan.ts';
import { pictureOf } from '../open/pictureOf.ts';
import { type Box, type Size, withMargin } from '../page/box.ts';
import { identity, multiply } from '../page/matrix.ts';
import { freeCanvas } from '../stage/canvas.ts';
import type { Drawable } from '../stage/stage.ts';
import { type Inks, inksOf, paintInks } from './overlay.ts';
import { boxAfter, boxBefore, boxOf, type Placement, placementOf } from './placement.ts';

export type Side = 'before' | 'after';
type DrawOptions = Parameters<Drawable['draw']>[1];

/** Numbers a sheet as addresses do: by its page, or, of one that was removed, by minus its page before. */
export function numberOf({ before, after }: Pick<ComparedSheet, 'before' | 'after'>): number {
  return after?.page ?? -(before?.page ?? 0);
}

/** The two sets, of which sheets are drawn over or beside each other; `page` is their number. */
export class ComparedSets {
  readonly plans: Readonly<Record<Side, Plan>>;
  #sheets: ReadonlyMap<number, ComparedSheet> = new Map();
  readonly #placements = new Map<ComparedSheet, Promise<Placement | null>>();
  /** What is on screen as overlays, to be painted again. */
  #painted: { canvas: HTMLCanvasElement; inks: Inks }[] = [];
  #shown = 0.5;

  constructor(plans: Record<Side, Plan>) {
    this.plans = plans;
  }

  setSheets(sheets: readonly ComparedSheet[]): void {
    this.#sheets = new Map(sheets.map((sheet) => [numberOf(sheet), sheet]));
  }

  /** Shows more of the sheet before (to 0), or of the one after (to 1). */
  show(shown: number): void {
    this.#shown = shown;
    for (const { canvas, inks } of this.#onScreen())
      canvas.getContext('2d')?.putImageData(paintInks(inks, shown), 0, 0);
  }

  /** Returns what was not freed meanwhile: the inks of a canvas take as much memory as its pixels. */
  #onScreen() {
    return this.#painted.filter(({ canvas }) => canvas.width > 0);
  }

  /** What was in stripes, what is solid, in the size of the sheet after. */
  readonly overlay: Drawable = {
    sizeOf: (sheet) => this.#sizeOf(sheet),
    draw: async (sheet, options) => {
      const before = await this.#draw('before', sheet, options);
      const after = await this.#draw('after', sheet, options).catch((error) => {
        freeCanvas(before);
        throw error;
      });
      const inks = inksOf(pixelsOf(before), pixelsOf(after));
      freeCanvas(before);
      after.getContext('2d')?.putImageData(paintInks(inks, this.#shown), 0, 0);
      this.#painted = [...this.#onScreen(), { canvas: after, inks }];
      return after;
    },
    ...this.#seen(['before', 'after']),
  };

  /** One of the two sheets in its own colors, in the size of the sheet after. */
  readonly single: Readonly<Record<Side, Drawable>> = {
    before: { ...this.#single('before'), ...this.#seen(['before']) },
    after: { ...this.#single('after'), ...this.#seen(['after']) },
  };

  /** Returns the box of a place on the sheet after, as it lies there. */
  async placed(sheet: ComparedSheet): Promise<Box[]> {
    const placement = await this.#placementOf(sheet);
    return sheet.places.map(({ before, after }) => {
      if (after) return boxOf(after);
      const box = boxOf(before ?? [0, 0, 0, 0]);
      return placement ? boxAfter(placement, box) : box;
    });
  }

  /** Draws a place of both sheets, with what is around it. @throws as `pictureOf` */
  async picturesOf(sheet: ComparedSheet, at: number): Promise<Record<Side, Blob | null>> {
    const placement = await this.#placementOf(sheet);
    const box = (await this.placed(sheet))[at];
    const around = withMargin(
      box ?? { x: 0, y: 0, width: 0, height: 0 },
      await this.#sizeOf(numberOf(sheet)),
    );
    const before = placement ? boxBefore(placement, around) : around;
    const drawn = async (side: Side, box: Box) => {
      const page = sheet[side]?.page;
      return page === undefined ? null : pictureOf(this.plans[side], page, box);
    };
    return { before: await drawn('before', before), after: await drawn('after', around) };
  }

  #sheet(at: number): ComparedSheet {
    const sheet = this.#sheets.get(at);
    if (!sheet) throw new DOMException('There is no such sheet.', 'AbortError');
    return sheet;
  }

  #single(side: Side): Pick<Drawable, 'sizeOf' | 'draw'> {
    return {
      sizeOf: (sheet) => this.#sizeOf(sheet),
      draw: (sheet, options) => this.#draw(side, sheet, options),
    };
  }

  #seen(sides: readonly Side[]): Pick<Drawable, 'show' | 'hide' | 'knownThumb'> {
    const each = (at: number, act: (plan: Plan, page: number) => void) => {
      for (const side of sides) {
        const page = this.#sheets.get(at)?.[side]?.page;
        if (page !== undefined) act(this.plans[side], page);
      }
    };
    return {
      show: (at) => each(at, (plan, page) => plan.show(page)),
      hide: (at) => each(at, (plan, page) => plan.hide(page)),
      knownThumb: () => undefined,
    };
  }

  /** Returns the size of the sheet after, or, of one that was removed, of the one before. */
  #sizeOf(at: number): Promise<Size> {
    const { before, after } = this.#sheet(at);
    return after ? this.plans.after.sizeOf(after.page) : this.plans.before.sizeOf(before?.page ?? 1);
  }

  /** Returns how the sheet before lies on the one after; null where there is only one. */
  #placementOf(sheet: ComparedSheet): Promise<Placement | null> {
    const known = this.#placements.get(sheet);
    if (known) return known;
    const { before, after } = sheet;
    const found =
      before && after
        ? Promise.all([this.plans.before.sizeOf(before.page), this.plans.after.sizeOf(after.page)]).then(
            ([was, is]) => placementOf(sheet, was, is),
          )
        : Promise.resolve(null);
    this.#placements.set(sheet, found);
    found.catch(() => this.#placements.delete(sheet));
    return found;
  }

  /** Draws a part of one of the two sheets, in the place that it has on the sheet after; white where there is none. */
  async #draw(side: Side, at: number, { box, scale, ...rest }: DrawOptions): Promise<HTMLCanvasElement> {
    const sheet = this.#sheet(at);
    const page = sheet[side]?.page;
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(box.width * scale));
    canvas.height = Math.max(1, Math.round(box.height * scale));
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new DOMException('No canvas.', 'NotSupportedError');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    if (page === undefined) return canvas;
    const placement = side === 'before' ? await this.#placementOf(sheet) : null;
    const { matrix, inverse } = placement ?? { matrix: identity, inverse: identity };
    const own = placement ? boxBefore(placement, box) : box;
    const [a = 1, b = 0] = inverse;
    const enlarged = scale / Math.hypot(a, b);
    const drawn = await this.plans[side].draw(page, { ...rest, box: own, scale: enlarged });
    const placed = multiply(matrix, [1 / enlarged, 0, 0, 1 / enlarged, own.x, own.y]);
    const toCanvas = multiply([scale, 0, 0, scale, -scale * box.x, -scale * box.y], placed);
    context.setTransform(...(toCanvas as [number, number, number, number, number, number]));
    context.drawImage(drawn, 0, 0);
    context.resetTransform();
    freeCanvas(drawn);
    return canvas;
  }
}

function pixelsOf(canvas: HTMLCanvasElement): ImageData {
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  if (!pixels) throw new DOMException('No canvas.', 'NotSupportedError');
  return pixels;
}

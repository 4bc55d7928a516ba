import * as v from 'valibot';

/** The engine that compared: what an older one answered is compared anew. */
export const comparisonVersion = 4;

/** More pages are not compared. */
const maxComparedSheets = 5000;
/** More places of a sheet are put together, and said to be (`places`). */
export const maxPlaces = 200;
const maxLabelLength = 255;

/** A rectangle on a page as it is shown, in points from its top left corner: x, y, width and height. */
const PlaceBox = v.strictTuple([v.number(), v.number(), v.number(), v.number()]);
export type PlaceBox = v.InferOutput<typeof PlaceBox>;

/** What differs at a place. `sheet`: its size, or which side is up. */
const placeKinds = [
  'text',
  'drawing',
  'style',
  'picture',
  'remark',
  'value',
  'layer',
  'link',
  'sheet',
] as const;

/** Where two sheets differ. What was added has no box before, what is gone none after. */
const Place = v.object({
  kind: v.picklist(placeKinds),
  before: v.exactOptional(PlaceBox),
  after: v.exactOptional(PlaceBox),
});
export type Place = v.InferOutput<typeof Place>;

/**
 * Why two sheets were not compared: `left-out`: not all of them can be shown; `too-complex`; `damaged`; `altered`: the browser changes
 * pictures; `not-aligned`: scans that don’t lie on each other.
 */
const notComparedReasons = ['left-out', 'too-complex', 'damaged', 'altered', 'not-aligned'] as const;

/**
 * What a tolerance may have hidden, or what is beside the answer: places that differ by less than a twenty-fifth of a millimeter, of
 * letters by a sixth (`position`), the whole sheet drawn at another place (`shift`) or in another size (`scale`), or a little turned
 * (`skew`), scans, of which thin or faint differences and colors were not compared (`scan`), a color that was converted wherever it is
 * (`colors`), the same look drawn by other instructions (`redrawn`), the same words in another font, where a document does not hold its own
 * (`fonts`), values, remarks and links of which one sheet has no more than the look (`flattened`), pictures, of which pixels were compared
 * (`picture`), layers that are hidden (`hidden-layers`), words that are there and not drawn (`hidden-words`), parts that cannot be shown
 * (`left-out`), more places than are listed (`places`).
 */
const hiddenCodes = [
  'position',
  'shift',
  'scale',
  'skew',
  'scan',
  'colors',
  'redrawn',
  'fonts',
  'flattened',
  'picture',
  'hidden-layers',
  'hidden-words',
  'left-out',
  'places',
] as const;

const SheetOf = v.object({
  /** Counted from 1. */
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** What the document calls it: its number, where it has no label. */
  label: v.pipe(v.string(), v.maxLength(maxLabelLength)),
});

const answers = ['unchanged', 'changed', 'added', 'removed', 'moved', 'not-compared'] as const;

export const ComparedSheet = v.object({
  /** `moved`: at another place among the sheets, or turned; `isChanged` says whether its content changed too. */
  answer: v.picklist(answers),
  isChanged: v.exactOptional(v.boolean()),
  /** Degrees clockwise by which the sheet after is turned. */
  turned: v.exactOptional(v.picklist([90, 180, 270])),
  /**
   * Once it is turned, the sheet before lies on the one after as this matrix says: two axes and the origin, in points from the top left
   * corner.
   */
  lies: v.exactOptional(
    v.strictTuple([v.number(), v.number(), v.number(), v.number(), v.number(), v.number()]),
  ),
  /** Null for one that was added. */
  before: v.nullable(SheetOf),
  /** Null for one that was removed. */
  after: v.nullable(SheetOf),
  /** What decided: the instructions that draw the sheets and their words, or their pixels. Scans have pixels only. */
  by: v.exactOptional(v.picklist(['instructions', 'pixels'])),
  places: v.pipe(v.array(Place), v.maxLength(maxPlaces)),
  hidden: v.array(v.picklist(hiddenCodes)),
  /** Of one that was not compared. */
  reason: v.exactOptional(v.picklist(notComparedReasons)),
});
export type ComparedSheet = v.InferOutput<typeof ComparedSheet>;

const ComparedFile = v.object({
  /** The key of the attachment. */
  key: v.string(),
  /** SHA-256 of its bytes in hexadecimal digits. */
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

/** What differs between two PDFs, in the order of the sheets after; those that were removed stand where they were. */
export const Comparison = v.object({
  version: v.pipe(v.number(), v.integer()),
  before: ComparedFile,
  after: ComparedFile,
  sheets: v.pipe(v.array(ComparedSheet), v.maxLength(maxComparedSheets)),
});
export type Comparison = v.InferOutput<typeof Comparison>;

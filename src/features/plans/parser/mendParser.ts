import { type FontEvaluator, tellFreeFonts } from './freeFonts.ts';
import { type Evaluator, mendHairlines } from './hairlines.ts';
import { mendPictures, type PictureClasses } from './largePictures.ts';
import type { ReadClasses } from './onlyLetters.ts';
import { passSaidWords, type WordClasses } from './saidWords.ts';
import { mendShortTargets, type TargetClasses } from './shortTargets.ts';
import { type AnnotationClasses, mendUpright } from './uprightAnnotations.ts';

/** The classes of PDF.js's parser that are mended here. */
export type Library = PictureClasses &
  ReadClasses &
  WordClasses & {
    PartialEvaluator: Evaluator & FontEvaluator;
    Annotation: { prototype: object };
  } & AnnotationClasses &
  TargetClasses;
const mended: readonly (keyof Library)[] = [
  'ImageResizer',
  'PDFImage',
  'JBig2CCITTFaxImage',
  'PartialEvaluator',
  'EvaluatorPreprocessor',
  'OperatorList',
  'TranslatedFont',
  'Annotation',
  'Page',
  'Catalog',
];
const exported = 'globalThis.pdfjsWorker={WorkerMessageHandler';

/**
 * Adds classes to those that the parser (`pdf.worker.min.mjs`) exports; nothing else is changed.
 *
 * @throws Error when the library has become another one
 */
export function withMendedClasses(source: string): string {
  const parts = source.split(exported);
  const missing = mended.filter((name) => source.split(new RegExp(`\\bclass ${name}\\b`)).length !== 2);
  if (parts.length !== 2 || missing.length > 0)
    throw new Error(`The parser of PDF.js has changed: ${missing.join(', ') || exported}`);
  return `/* Changed by EV Jobs: exports more of its classes. */\n${parts.join(`${exported},${mended.join(',')}`)}`;
}

/** Has the parser make of a document what the app shows of it, in the browser and in the previews of the server. */
export function mendParser(library: Library): void {
  mendPictures(library);
  mendHairlines(library.PartialEvaluator);
  tellFreeFonts(library.PartialEvaluator);
  passSaidWords(library);
  mendUpright(library);
  mendShortTargets(library);
  // Of text without an appearance the library measures the words, where it takes canvases for pictures, too.
  Object.defineProperty(library.Annotation.prototype, '_isOffscreenCanvasSupported', {
    get: () => true,
    set: () => undefined,
  });
}

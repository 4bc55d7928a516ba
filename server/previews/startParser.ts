import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { type Library, mendParser, withMendedClasses } from '../../src/features/plans/parser/mendParser.ts';

/** The folder of PDF.js. */
export const pdfjsFolder = fileURLToPath(new URL('.', import.meta.resolve('pdfjs-dist/package.json')));
const parser = 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';

let started: Promise<void> | undefined;

/** Starts the parser of the plan viewer in this thread, once: a worker would need a right more. */
export function startParser(): Promise<void> {
  started ??= start();
  return started;
}

/** Has dashes without a length make a line solid, as in a browser: the library throws for each line that has them. */
function mendDashes(): void {
  const context = Object.getPrototypeOf(createCanvas(1, 1).getContext('2d')) as SKRSContext2D;
  const { setLineDash } = context;
  context.setLineDash = function set(dashes: number[]) {
    setLineDash.call(this, dashes.some((dash) => dash > 0) ? dashes : []);
  };
}

async function start(): Promise<void> {
  mendDashes();
  // Words in fonts that are not in the file are drawn in one of the system, of which a server may have none.
  GlobalFonts.registerFromPath(`${pdfjsFolder}standard_fonts/LiberationSans-Regular.ttf`, 'sans-serif');
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(parser)) return loaded;
      return { ...loaded, source: withMendedClasses(Buffer.from(loaded.source as Uint8Array).toString()) };
    },
  });
  await import(parser);
  const scope = globalThis as unknown as { pdfjsWorker: Library; OffscreenCanvas: unknown };
  mendParser(scope.pdfjsWorker);
  // For measuring words.
  scope.OffscreenCanvas = Canvas;
}

/** Returns what the parser warns of from now on, until this is called again: it works in this thread, for one page at a time. */
export function listenToParser(): readonly string[] {
  const warnings: string[] = [];
  console.warn = (warning: unknown) => void warnings.push(String(warning));
  return warnings;
}

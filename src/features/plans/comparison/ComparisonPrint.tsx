import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { ComparedSheet } from '../../../contract/files/comparison.ts';
import { answerOf, differs, notesOn, placeWords, summaryOf } from '../../../format/comparison.ts';
import { counted } from '../../../format/counted.ts';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { toastError } from '../../../ui/feedback/toastError.ts';
import { printedImage } from '../../../ui/files/printedImage.ts';
import { PlanError } from '../open/PlanError.ts';
import { paperPlace } from '../print/paperPlace.ts';
import { printPaper } from '../print/printPaper.ts';
import { usePaperSize } from '../print/usePaperSize.ts';
import { blobOf } from '../stage/canvas.ts';
import styles from './ComparisonPrint.module.css';
import { ComparedSets, numberOf, type Side } from './comparedSets.ts';

type Props = {
  sets: ComparedSets;
  sheets: readonly ComparedSheet[];
  names: Record<Side, string>;
  onDone: () => void;
};

/** Pages that a browser can prepare. */
const maxPages = 60;
const letter = { width: 792, height: 612 };
/** Pixels along the longer edge of a picture: 200 for an inch of paper. */
const pictureEdge = 2000;

type Printed = { sheet: ComparedSheet; image: HTMLImageElement | null };

/** Draws a sheet as overlay, its places framed. @returns null for one that cannot be drawn, which its page says */
async function pictureOf(sets: ComparedSets, sheet: ComparedSheet, signal: AbortSignal) {
  try {
    const number = numberOf(sheet);
    const size = await sets.overlay.sizeOf(number);
    const scale = pictureEdge / Math.max(size.width, size.height);
    const box = { x: 0, y: 0, ...size };
    const canvas = await sets.overlay.draw(number, { box, scale, priority: 'page', signal });
    const context = canvas.getContext('2d');
    for (const { x, y, width, height } of await sets.placed(sheet)) {
      if (!context) break;
      context.lineWidth = 3;
      context.strokeRect(x * scale - 4, y * scale - 4, width * scale + 8, height * scale + 8);
    }
    return await printedImage(await blobOf(canvas, 'image/png'));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof PlanError)) throw error;
    return null;
  }
}

/** Prints the answer: a page for each sheet that differs, as it was and is, with its places and what the answer may hide. */
export function ComparisonPrint({ sets, sheets, names, onDone }: Props) {
  const [printed, setPrinted] = useState<Printed[]>();
  const [done, setDone] = useState(0);
  const different = sheets.filter(differs);
  const shown = different.slice(0, maxPages);
  usePaperSize(letter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: printed once, as it was asked for.
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    void (async () => {
      const drawn: Printed[] = [];
      // As its legend says, whatever the slider shows, or blinks, on screen.
      const own = new ComparedSets(sets.plans);
      own.setSheets(shown);
      for (const sheet of shown) {
        drawn.push({ sheet, image: await pictureOf(own, sheet, signal) });
        setDone(drawn.length);
      }
      signal.throwIfAborted();
      flushSync(() => setPrinted(drawn));
      if (printPaper()) onDone();
    })().catch((error) => {
      if (signal.aborted) return;
      toastError(error);
      onDone();
    });
    return () => stopping.abort();
  }, []);
  return (
    <>
      <Dialog open onClose={onDone} title="Print or save as PDF">
        {printed ? (
          <p>Close this when the sheets are printed.</p>
        ) : (
          <Progress label="Drawing the changed sheets" value={done} max={Math.max(1, shown.length)} />
        )}
      </Dialog>
      {printed &&
        createPortal(
          <article className={styles.paper} data-paper-sheet="">
            <section className={styles.page}>
              <h1>
                {names.after}, compared with {names.before}
              </h1>
              <p>{summaryOf(sheets)}.</p>
              {different.length > maxPages && (
                <p>
                  The first {maxPages} of {different.length} follow.
                </p>
              )}
              <p>
                Red stripes: what was. Solid blue: what is. Gray: what both have. Frames: where they differ.
              </p>
            </section>
            {printed.map(({ sheet, image }) => (
              <section key={numberOf(sheet)} className={styles.page}>
                <h2>
                  {(sheet.after ?? sheet.before)?.label}: {answerOf(sheet)}
                </h2>
                <p>{[placesText(sheet), ...notesOn(sheet)].filter(Boolean).join(' ')}</p>
                {image ? (
                  <div className={styles.picture} ref={(place) => place?.replaceChildren(image)} />
                ) : (
                  <p>This sheet can’t be drawn here.</p>
                )}
              </section>
            ))}
          </article>,
          paperPlace(),
        )}
    </>
  );
}

/** "3 places: Text, Drawing." */
function placesText({ places }: ComparedSheet): string {
  if (places.length === 0) return '';
  const kinds = [...new Set(places.map(({ kind }) => placeWords[kind]))];
  return `${counted(places.length, 'place')}: ${kinds.join(', ')}.`;
}

import { isEncodedTruly } from '../../../ui/files/shrinkPhoto.ts';
import type { ComparedPlan } from '../compare/comparedPlan.ts';
import { openDocument, openLimitMs } from '../open/openDocument.ts';
import type { Plan } from '../open/openPlan.ts';
import { PlanError } from '../open/PlanError.ts';
import { withVisibleTimeout } from '../open/withVisibleTimeout.ts';
import { freeCanvas } from '../stage/canvas.ts';

/** Longer reading of two pages, of which the other one's is a part, and comparing them is taken for endless. */
const readLimitMs = 90_000;

/** Opens a plan once more, to be compared: without its pictures for what is read, and as it is on screen for what is drawn. */
export function openCompared(plan: Plan): ComparedPlan & { close: () => void } {
  const source = plan.another();
  let opened: ReturnType<typeof openDocument> | null = null;

  function end(): void {
    opened?.then(({ close }) => close()).catch(() => undefined);
    opened = null;
  }

  return {
    pageCount: plan.pageCount,
    async read(page, work, signal) {
      const { isWaiting } = source;
      try {
        opened ??= openDocument(source, { isForComparing: true });
        const { pdf, codes, warnings } = await withVisibleTimeout(opened, openLimitMs, isWaiting, signal);
        const reading = (async () => {
          const proxy = await pdf.getPage(page);
          const layers = await pdf.getOptionalContentConfig();
          const found = await work({
            pdf,
            page: proxy,
            layers,
            codes,
            warnings: () => warnings.get(page) ?? [],
          });
          proxy.cleanup();
          return found;
        })();
        return await withVisibleTimeout(reading, readLimitMs, isWaiting, signal);
      } catch (error) {
        signal.throwIfAborted();
        const failure = PlanError.of(error);
        // The worker may be busy with it for ever; it is opened anew for the next page.
        if (failure instanceof PlanError) end();
        throw failure;
      }
    },
    async draw(page, drawn, signal) {
      if (!(await isEncodedTruly())) throw new PlanError('altered');
      const canvas = await plan.draw(page, { ...drawn, priority: 'text', signal });
      const { width, height } = canvas;
      const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      freeCanvas(canvas);
      return { pixels: { width, height, data }, leftOut: plan.leftOut(page) };
    },
    close() {
      source.stop();
      end();
    },
  };
}

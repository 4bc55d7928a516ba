import { type ComponentProps, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toastError } from '../../../ui/feedback/toastError.ts';
import { printedImage } from '../../../ui/files/printedImage.ts';
import { RadioGroup } from '../../../ui/form/ChoiceGroup.tsx';
import { useAction } from '../../../ui/useAction.ts';
import type { Plan } from '../open/openPlan.ts';
import { pictureOf } from '../open/pictureOf.ts';
import type { Box } from '../page/box.ts';
import { PlanPaper } from './PlanPaper.tsx';
import { bandsOf, layOut, type Paper, type Printed, type PrintSize } from './paper.ts';
import { paperPlace } from './paperPlace.ts';
import { printPaper } from './printPaper.ts';

type Props = {
  plan: Plan;
  page: number;
  /** The part to print. */
  box: Box;
  /** What stands below each printed page: the file and its sheet. */
  title: string;
  onClose: () => void;
};

const papers: Record<Paper, string> = {
  letter: '8.5 × 11 in.',
  tabloid: '11 × 17 in.',
  sheet: 'Cut to size (plotter)',
};
const printSizes: Record<PrintSize, string> = {
  fit: 'Fit on one page',
  actual: 'Actual size',
  half: 'Half size',
};
/** Pages that a browser can prepare. */
const maxPages = 40;

/** Chooses paper and size for a part of a plan, and prints it to scale. */
export function PrintDialog({ plan, page, box, title, onClose }: Props) {
  const [paper, setPaper] = useState<Paper>('letter');
  const [size, setSize] = useState<PrintSize>('fit');
  /** What was drawn, and how it was laid out: another paper may have been chosen since. */
  const [drawn, setDrawn] = useState<Pick<ComponentProps<typeof PlanPaper>, 'printed' | 'images'>>();
  const closing = useRef(new AbortController());
  const printed = layOut(box, paper, size);
  const count = printed.pages.length;

  async function draw({ pages, scale }: Printed, signal: AbortSignal) {
    const drawn: HTMLImageElement[][] = [];
    for (const one of pages) {
      const { bands, density } = bandsOf(one, scale);
      const row: HTMLImageElement[] = [];
      for (const band of bands) {
        row.push(await printedImage(await pictureOf(plan, page, band, { scale: density, signal })));
      }
      drawn.push(row);
    }
    return drawn;
  }

  const { busy, run } = useAction(async () => {
    const { signal } = closing.current;
    try {
      const images = await draw(printed, signal);
      flushSync(() => setDrawn({ printed, images }));
      if (printPaper()) onClose();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }, toastError);

  function close() {
    closing.current.abort();
    onClose();
  }

  const isTooLong = count > maxPages;
  return (
    <Dialog
      open
      onClose={close}
      title="Print"
      actions={
        <Button
          variant="primary"
          busy={busy}
          aria-disabled={isTooLong}
          onClick={() => !isTooLong && void run()}
        >
          Print
        </Button>
      }
    >
      <div className="stack">
        <RadioGroup label="Paper" required name="paper" options={papers} value={paper} onChange={setPaper} />
        <RadioGroup
          label="Size"
          required
          name="size"
          options={paper === 'sheet' ? { actual: printSizes.actual, half: printSizes.half } : printSizes}
          value={paper === 'sheet' && size === 'fit' ? 'actual' : size}
          onChange={setSize}
        />
        <p role="status">{sizeText(printed, isTooLong)}</p>
      </div>
      {drawn && createPortal(<PlanPaper {...drawn} title={title} />, paperPlace())}
    </Dialog>
  );
}

function sizeText({ pages, columns, scale }: Printed, isTooLong: boolean): string {
  const count = pages.length;
  const rows = count / columns;
  const share = `${Math.round(scale * 1000) / 10}% of the plan’s own size`;
  if (isTooLong) return `That takes ${count} pages. Choose a smaller part, or a larger paper.`;
  if (count === 1) return `1 page, at ${share}.`;
  return `${count} pages (${columns} across, ${rows} down), at ${share}.`;
}

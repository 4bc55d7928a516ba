import {
  observeWindowOffset,
  observeWindowRect,
  type VirtualItem,
  Virtualizer,
  type VirtualizerOptions,
  windowScroll,
} from '@tanstack/react-virtual';

/** A list of the page that scrolls with the window, as it is now. */
export type RowList = {
  count: number;
  /** Pixels from the top of the page to the list. */
  offset: number;
  keyOf: (index: number) => string;
  /** A guess of how high a row is that nobody measured yet. */
  heightPx: () => number;
  onChange: () => void;
};

/** A row and its place, pixels from the top of the page. */
export type PlacedRow = Omit<VirtualItem, 'lane'>;

function rowsIn(list: HTMLElement | null): HTMLElement[] {
  return list ? [...list.querySelectorAll<HTMLElement>('[data-index]')] : [];
}

function optionsOf(list: RowList): VirtualizerOptions<Window, Element> {
  return {
    count: list.count,
    getItemKey: list.keyOf,
    scrollMargin: list.offset,
    estimateSize: list.heightPx,
    // Drawn in a task of its own: scrolling, drawing rows and painting them in one held a slow phone for over 100 ms.
    onChange: list.onChange,
    // As soon as the browser has laid the row out by itself: asked before, it lays the whole page out at once.
    measureElement: (row, entry, { measurementsCache, indexFromElement }) => {
      const box = entry?.borderBoxSize[0];
      return box
        ? Math.round(box.blockSize)
        : (measurementsCache[indexFromElement(row)]?.size ?? list.heightPx());
    },
    overscan: 4,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => window.scrollY,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  };
}

function measured(rows: readonly HTMLElement[], { keyOf, offset }: RowList): VirtualItem[] {
  let start = offset;
  return rows.map((row) => {
    const index = Number(row.dataset.index);
    const size = Math.round(row.getBoundingClientRect().height);
    start += size;
    return { index, key: keyOf(index), start: start - size, end: start, size, lane: 0 };
  });
}

/**
 * Says which rows of a long list are to be in the page, and where they stand.
 *
 * @param element the list, with the rows that stand there already; null before it is drawn
 */
export function rowPlacer(list: RowList, element: HTMLElement | null) {
  const initialMeasurementsCache = measured(rowsIn(element), list);
  const virtualizer = new Virtualizer({ ...optionsOf(list), initialMeasurementsCache });
  return {
    virtualizer,
    standing: initialMeasurementsCache as readonly PlacedRow[],
    take: (now: RowList) => virtualizer.setOptions({ ...optionsOf(now), initialMeasurementsCache }),
    /** @returns what ends it */
    follow(drawn: HTMLElement | null): () => void {
      const end = virtualizer._didMount();
      for (const row of rowsIn(drawn)) virtualizer.measureElement(row);
      return end;
    },
  };
}

export type RowPlacer = ReturnType<typeof rowPlacer>;

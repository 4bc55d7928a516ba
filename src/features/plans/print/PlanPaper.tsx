import styles from './PlanPaper.module.css';
import type { Printed } from './paper.ts';
import { usePaperSize } from './usePaperSize.ts';

type Props = {
  printed: Printed;
  /** For each page its bands, from above. */
  images: readonly (readonly HTMLImageElement[])[];
  title: string;
};

/** The printed pages of a plan, on paper only: each as large as the paper, with a line of one inch to check the scale by. */
export function PlanPaper({ printed: { pages, columns, scale, hasFoot }, images, title }: Props) {
  const { width, height } = pages[0]?.paper ?? { width: 0, height: 0 };
  usePaperSize({ width, height });
  const share = `${Math.round(scale * 1000) / 10}%`;
  return (
    <article className={styles.paper} data-paper-sheet="">
      {pages.map(({ part, paper }, at) => (
        <section
          // biome-ignore lint/suspicious/noArrayIndexKey: printed pages never move.
          key={at}
          className={styles.page}
          data-foot={hasFoot || undefined}
          // A point less than the paper: what is as high as it is followed by an empty page.
          style={{ inlineSize: `${paper.width}pt`, blockSize: `${paper.height - 1}pt` }}
        >
          <div
            ref={(place) => place?.replaceChildren(...(images[at] ?? []))}
            className={styles.part}
            style={{ inlineSize: `${part.width * scale}pt`, blockSize: `${part.height * scale}pt` }}
          />
          {hasFoot && (
            <footer className={styles.foot}>
              <span className={styles.inch}>1 in.</span>
              <bdi>{title}</bdi>
              <span>
                {pages.length > 1 && `Row ${Math.floor(at / columns) + 1}, column ${(at % columns) + 1} · `}
                {share}
              </span>
            </footer>
          )}
        </section>
      ))}
    </article>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { attachmentQuery, previewQuery, shownNameOf } from '../../api/attachments.ts';
import { previewSizes } from '../../contract/files/previewSizes.ts';
import { fileSize } from '../../format/fileSize.ts';
import { Button } from '../../ui/Button.tsx';
import { Progress } from '../../ui/feedback/Progress.tsx';
import { objectUrlOf } from '../../ui/files/objectUrl.ts';
import type { ViewedFile } from '../../ui/files/viewer.ts';
import styles from './FileViewer.module.css';

/** Larger files are loaded only on request. */
const maxAutomaticBytes = 10 * 1024 * 1024;

const thumbSize = previewSizes.thumb;

type ShownProps = {
  file: ViewedFile;
  mayLoad: boolean;
  zoomed: boolean;
  onZoom: (zoomed: boolean) => void;
};

/** A photo that fits the screen; zoomed in, its original, which scrolls. */
export function ShownPhoto({ file, mayLoad, zoomed, onZoom }: ShownProps) {
  const name = shownNameOf(file);
  const frame = useRef<HTMLDivElement>(null);
  const thumb = useQuery({ ...previewQuery(file, 'thumb'), enabled: false });
  const page = useQuery({ ...previewQuery(file, 'page'), enabled: mayLoad });
  const hasNone = page.isError || page.data === null;
  const isLarge = file.size > maxAutomaticBytes;
  const [wanted, setWanted] = useState(false);
  // Until its size is known it would be a dot, which then grows.
  const [shape, setShape] = useState<{ ratio: number; fits: boolean }>();
  const whole = useQuery({
    ...attachmentQuery(file),
    enabled: mayLoad && (wanted || zoomed || (hasNone && !isLarge)),
  });
  // The blob gets the type that was checked, whatever it claims.
  const picture = useTyped(whole.data, file.contentType) ?? page.data ?? thumb.data;

  useLayoutEffect(() => {
    const { current: element } = frame;
    if (!zoomed || !element) return;
    // Begins in the middle.
    element.scrollTo({
      left: (element.scrollWidth - element.clientWidth) / 2,
      top: (element.scrollHeight - element.clientHeight) / 2,
      behavior: 'instant',
    });
  }, [zoomed]);

  return (
    <div className={styles.frame} aria-busy={page.isFetching || whole.isFetching || undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a double tap is a shortcut; the button does the same. */}
      <div
        ref={frame}
        className={styles.picture}
        data-zoomed={zoomed || undefined}
        tabIndex={zoomed ? 0 : undefined}
        onDoubleClick={() => onZoom(!zoomed)}
      >
        {picture && (
          <img
            src={objectUrlOf(picture)}
            alt={name}
            draggable={false}
            hidden={!shape}
            style={{ '--ratio': shape?.ratio } as CSSProperties}
            data-fits={shape?.fits || undefined}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setShape({
                ratio: naturalWidth / naturalHeight,
                // A thumb that is as large as thumbs may be has the place of the larger picture that follows.
                fits: naturalWidth >= thumbSize.width || naturalHeight >= thumbSize.height,
              })
            }
            onError={() => setShape({ ratio: 1, fits: false })}
          />
        )}
      </div>
      <div className={styles.state}>
        {whole.error ? (
          <div role="alert">
            <p>{whole.error.message}</p>
            <Button onClick={() => void whole.refetch()}>Try again</Button>
          </div>
        ) : (page.isFetching && !picture) || whole.isFetching ? (
          <Progress label={`Loading ${name}`} />
        ) : (
          hasNone &&
          !whole.data && (
            <Button onClick={() => setWanted(true)}>
              View original ({fileSize(file.size)})
              <span className="visually-hidden" translate="no">
                {' '}
                {name}
              </span>
            </Button>
          )
        )}
      </div>
    </div>
  );
}

/** Returns a blob with another type, the same one as long as neither changes. */
function useTyped(blob: Blob | undefined, type: string): Blob | undefined {
  const [typed, setTyped] = useState<Blob>();
  useEffect(() => setTyped(blob?.slice(0, blob.size, type)), [blob, type]);
  return typed;
}

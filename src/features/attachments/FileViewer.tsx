import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-react';
import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { attachmentQuery, previewQuery, shownNameOf } from '../../api/attachments.ts';
import { previewSizes } from '../../contract/limits.ts';
import { fileSize } from '../../format/fileSize.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Progress } from '../../ui/feedback/Progress.tsx';
import { FileName } from '../../ui/files/FileName.tsx';
import { PdfCover } from '../../ui/files/FileView.tsx';
import { useObjectUrl } from '../../ui/files/useObjectUrl.ts';
import { closeViewer, type ViewedFile, type Viewing } from '../../ui/files/viewer.ts';
import { DrawOnFile } from './DrawOnFile.tsx';
import styles from './FileViewer.module.css';
import { useDownload } from './useDownload.ts';

/** Larger files are loaded only on request. */
const maxAutomaticBytes = 10 * 1024 * 1024;

const thumbSize = previewSizes.thumb;

/** Longer than a browser lets a swipe run on. */
const settleMs = 600;
/** How far a key moves a picture that is larger than the screen. */
const stepPx = 80;
const steps: Readonly<Record<string, [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The files of a job or of a message, one at a time over the whole screen. */
export function FileViewer({ viewing: { jobId, files, key } }: { viewing: Viewing }) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      files.findIndex((file) => file.key === key),
    ),
  );
  const [zoomed, setZoomed] = useState(false);
  /** When a key or a button moved the strip last. */
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const file = files[at];
  // Those beside it load once it has loaded: a weak connection has no room for all at once.
  const isLoading = useIsFetching({ queryKey: ['preview', file?.key] }) > 0;

  // Back closes the viewer, by the browser's button too; another page takes its place.
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn({ action }) {
      closeViewer();
      return action === 'BACK';
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once, at the file that was chosen.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    scrollTo(at);
    strip.current?.focus({ preventScroll: true });
    return () => {
      // The browser returns the focus to where it came from.
      element?.close();
      closeViewer();
    };
  }, []);

  function scrollTo(to: number) {
    const { current: element } = strip;
    element?.scrollTo({ left: to * element.clientWidth, behavior: 'instant' });
  }

  function show(to: number) {
    if (to === at || to < 0 || to >= files.length) return;
    movedAt.current = performance.now();
    setZoomed(false);
    setAt(to);
    scrollTo(to);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const picture = strip.current?.querySelector('[data-zoomed]');
    const step = steps[event.key];
    if (picture && step) {
      event.preventDefault();
      picture.scrollBy({ left: step[0] * stepPx, top: step[1] * stepPx, behavior: 'instant' });
      return;
    }
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: files.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  }

  if (!file) return null;
  const name = shownNameOf(file);
  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        // A file dialog that is closed reports so to all around its input.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        closeViewer();
      }}
      onClose={closeViewer}
    >
      <header className={styles.header}>
        <h2 id={titleId} title={name}>
          <FileName name={name} />
        </h2>
        <IconButton icon={X} label="Close viewer" onClick={closeViewer} />
      </header>
      <section
        ref={strip}
        className={styles.strip}
        aria-label="Files"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it.
        tabIndex={0}
        data-zoomed={zoomed || undefined}
        onPointerDown={() => {
          movedAt.current = Number.NEGATIVE_INFINITY;
        }}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          const shown = Math.round(scrollLeft / clientWidth);
          if (shown === at || !files[shown]) return;
          // The end of a swipe that a key or a button has overtaken.
          if (performance.now() - movedAt.current < settleMs) return scrollTo(at);
          setZoomed(false);
          setAt(shown);
        }}
      >
        {files.map((one, index) => (
          <div key={one.key} className={styles.slide} inert={index !== at}>
            {Math.abs(index - at) <= 1 && (
              <ShownFile
                file={one}
                jobId={jobId}
                mayLoad={index === at || !isLoading}
                zoomed={zoomed && index === at}
                onZoom={setZoomed}
              />
            )}
          </div>
        ))}
      </section>
      <footer className={styles.footer}>
        {files.length > 1 && (
          <div className={styles.steps}>
            <IconButton
              icon={ChevronLeft}
              label="Previous file"
              aria-disabled={at === 0}
              onClick={() => show(at - 1)}
            />
            <output className={styles.position}>
              {at + 1} of {files.length}
              <span className="visually-hidden" translate="no">
                , {name}
              </span>
            </output>
            <IconButton
              icon={ChevronRight}
              label="Next file"
              aria-disabled={at === files.length - 1}
              onClick={() => show(at + 1)}
            />
          </div>
        )}
        <div className={styles.actions}>
          {isPicture(file) && (
            <IconButton
              icon={zoomed ? ZoomOut : ZoomIn}
              label={zoomed ? 'Zoom out' : 'Zoom in'}
              onClick={() => setZoomed(!zoomed)}
            />
          )}
          {isPicture(file) && <DrawOnFile key={`draw ${file.key}`} file={file} jobId={jobId} />}
          <DownloadFile key={file.key} file={file} />
        </div>
      </footer>
    </dialog>
  );
}

function DownloadFile({ file }: { file: ViewedFile }) {
  const { busy, download } = useDownload(file);
  return (
    <Button variant="quiet" title="Download" busy={busy} onClick={download}>
      <Download aria-hidden />
      <span className={styles.label}>Download</span>
      {file.size > 0 && <span className={styles.size}>{fileSize(file.size)}</span>}
    </Button>
  );
}

function isPicture({ contentType }: ViewedFile): boolean {
  return contentType === 'image/jpeg' || contentType === 'image/png';
}

type ShownProps = {
  file: ViewedFile;
  jobId: string;
  mayLoad: boolean;
  zoomed: boolean;
  onZoom: (zoomed: boolean) => void;
};

/** A file by its kind. */
function ShownFile(props: ShownProps) {
  switch (props.file.contentType) {
    case 'image/jpeg':
    case 'image/png':
      return <Picture {...props} />;
    case 'application/pdf':
      return <PdfFile {...props} />;
    default:
      return (
        <p className={styles.none}>No preview available for this file type. Download the file to open it.</p>
      );
  }
}

/** A picture that fits the screen; zoomed in, its original, which scrolls. */
function Picture({ file, mayLoad, zoomed, onZoom }: ShownProps) {
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
  const url = useObjectUrl(useTyped(whole.data, file.contentType) ?? page.data ?? thumb.data ?? undefined);

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
        {url && (
          <img
            src={url}
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
        ) : (page.isFetching && !url) || whole.isFetching ? (
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

/** A PDF: its first page; all of them on a page of their own. */
function PdfFile({ file, jobId, mayLoad }: ShownProps) {
  const page = useQuery({ ...previewQuery(file, 'page'), enabled: mayLoad });
  return (
    <PdfCover
      name={shownNameOf(file)}
      size={file.size}
      preview={page.isError ? null : page.data}
      jobFile={{ jobId, key: file.key }}
    />
  );
}

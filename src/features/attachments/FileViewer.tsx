import { useIsFetching } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { downloadAttachment, shownNameOf } from '../../api/attachments.ts';
import { keys, queryClient } from '../../api/queries.ts';
import type { JobDetails } from '../../contract/jobs/jobDetails.ts';
import { fileSize } from '../../format/fileSize.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { FileName } from '../../ui/files/FileName.tsx';
import { PhotoData } from '../../ui/files/PhotoData.tsx';
import { useDownload } from '../../ui/files/useDownload.ts';
import { closeViewer, type ViewedFile, type Viewing } from '../../ui/files/viewer.ts';
import { Icon } from '../../ui/Icon.tsx';
import { DrawOnFile } from './DrawOnFile.tsx';
import styles from './FileViewer.module.css';
import { ShownPhoto } from './ShownPhoto.tsx';
import { useStrip } from './useStrip.ts';

/** How far a key moves a picture that is larger than the screen. */
const stepPx = 80;
const steps: Readonly<Record<string, [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The photos of a job or of a message, one at a time over the whole screen. */
export function FileViewer({ viewing: { jobId, files, key } }: { viewing: Viewing }) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [zoomed, setZoomed] = useState(false);
  const first = files.findIndex((file) => file.key === key);
  const { strip, at, show, scrollTo, handlers } = useStrip(files.length, Math.max(0, first), () =>
    setZoomed(false),
  );
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
        {...handlers}
      >
        {files.map((one, index) => (
          <div key={one.key} className={styles.slide} inert={index !== at}>
            {Math.abs(index - at) <= 1 && (
              <ShownPhoto
                file={one}
                mayLoad={index === at || !isLoading}
                zoomed={zoomed && index === at}
                onZoom={setZoomed}
              />
            )}
          </div>
        ))}
      </section>
      <ViewerFooter jobId={jobId} files={files} at={at} zoomed={zoomed} onShow={show} onZoom={setZoomed} />
    </dialog>
  );
}

function DownloadFile({ file }: { file: ViewedFile }) {
  const { busy, download } = useDownload(shownNameOf(file), () => downloadAttachment(file));
  return (
    <Button variant="quiet" title="Download" busy={busy} onClick={download}>
      <Icon of={Download} />
      <span className={styles.label}>Download</span>
      {file.size > 0 && <span className={styles.size}>{fileSize(file.size)}</span>}
    </Button>
  );
}

type FooterProps = Pick<Viewing, 'jobId' | 'files'> & {
  /** The index of the file on screen. */
  at: number;
  zoomed: boolean;
  onShow: (at: number) => void;
  onZoom: (zoomed: boolean) => void;
};

/** The place among the photos, and what can be done with the one on screen. */
function ViewerFooter({ jobId, files, at, zoomed, onShow, onZoom }: FooterProps) {
  const file = files[at];
  if (!file) return null;
  // The files of a message say less than those of its job.
  const ofJob = queryClient.getQueryData<JobDetails>(keys.job(jobId))?.attachments ?? [];
  return (
    <footer className={styles.footer}>
      <PhotoData file={ofJob.find(({ key }) => key === file.key) ?? file} className={styles.data} />
      {files.length > 1 && (
        <div className={styles.steps}>
          <IconButton
            icon={ChevronLeft}
            label="Previous file"
            aria-disabled={at === 0}
            onClick={() => onShow(at - 1)}
          />
          <output className={styles.position}>
            {at + 1} of {files.length}
            <span className="visually-hidden" translate="no">
              , {shownNameOf(file)}
            </span>
          </output>
          <IconButton
            icon={ChevronRight}
            label="Next file"
            aria-disabled={at === files.length - 1}
            onClick={() => onShow(at + 1)}
          />
        </div>
      )}
      <div className={styles.actions}>
        <IconButton
          icon={zoomed ? ZoomOut : ZoomIn}
          label={zoomed ? 'Zoom out' : 'Zoom in'}
          onClick={() => onZoom(!zoomed)}
        />
        <DrawOnFile key={`draw ${file.key}`} file={file} jobId={jobId} />
        <DownloadFile key={file.key} file={file} />
      </div>
    </footer>
  );
}

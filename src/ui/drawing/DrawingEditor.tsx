import { Redo2, Undo2, X } from 'lucide';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { grouped } from '../../contract/grouped.ts';
import { Button, IconButton } from '../Button.tsx';
import { Progress } from '../feedback/Progress.tsx';
import { toast } from '../feedback/toast.ts';
import choice from '../form/Choice.module.css';
import { useIsMounted } from '../useIsMounted.ts';
import styles from './DrawingDialog.module.css';
import { DrawingPanel } from './DrawingPanel.tsx';
import { DrawingSurface, type SurfaceView } from './DrawingSurface.tsx';
import { canRedo, canUndo, Drawing, emptyDrawing, isBlank } from './drawing.ts';
import { runKey } from './drawingKeys.ts';
import { DrawingError, renderDrawing } from './renderDrawing.ts';
import { useDrawing } from './useDrawing.ts';

export type DrawingProps = {
  picture: File;
  /** The drawing as it was saved; null for a new one. */
  saved: unknown;
  /** Whether the picture is among the files that the copy is added to; it can be left out then. */
  isAttached: boolean;
  /** Label of the button that ends it. */
  doneLabel: string;
  /** What of it is not saved on this device; empty when all of it is. */
  unsaved?: string;
  /** Called with every change, to be saved; null while nothing is drawn. */
  onChange: (drawing: Drawing | null) => void;
  /**
   * Takes the finished copy.
   *
   * @returns why it cannot be taken, as a sentence; empty when it was
   */
  onDone: (copy: File, withOriginal: boolean) => Promise<string>;
  /** The user leaves; the drawing stays as it was saved. */
  onClose: () => void;
};

type HeaderProps = { titleId: string; name: string; onClose: () => void; children?: ReactNode };

/** The name of the picture, and what closes the dialog. */
export function DrawingHeader({ titleId, name, onClose, children }: HeaderProps) {
  return (
    <div className={styles.header}>
      <h2 id={titleId}>
        Draw on <bdi translate="no">{name}</bdi>
      </h2>
      {children}
      <IconButton icon={X} label="Close drawing" onClick={onClose} />
    </div>
  );
}

type EditorProps = DrawingProps & { width: number; height: number; url: string; titleId: string };

/** The tools around a picture, what is drawn on it, and what ends the drawing. */
export function DrawingEditor(props: EditorProps) {
  const { picture, saved, isAttached, onChange, onDone, onClose, url, titleId, width, height } = props;
  const [initial] = useState(() => {
    const fits = v.is(Drawing, saved) && saved.width === width && saved.height === height;
    return fits ? saved : emptyDrawing(width, height);
  });
  const view = useRef<SurfaceView>(null);
  const editor = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A button that had the focus is gone, or the picture was pressed, which gives the focus to the dialog or to nothing: keys would go
    // nowhere.
    const { activeElement, body } = document;
    if (activeElement !== body && activeElement !== editor.current?.closest('dialog')) return;
    editor.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus({ preventScroll: true });
  });
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const isMounted = useIsMounted();
  const draw = useDrawing(
    initial,
    (drawing) => {
      setError('');
      onChange(isBlank(drawing) ? null : drawing);
    },
    setError,
  );
  const { drawing, shapes, selected, tool } = draw;
  const focusText = useCallback(() => editor.current?.querySelector('textarea')?.focus(), []);
  useEffect(() => {
    if (tool === 'text') focusText();
  }, [tool, focusText]);

  async function finish() {
    if (shapes.length === 0) return setError('Draw something on the picture first.');
    if (draw.showTyped()) return setError('Add the text to the picture first, or clear it.');
    setError('');
    setBusy(true);
    try {
      const drawn = await renderDrawing(picture, drawing);
      if (!isMounted.current) return;
      const refusal = await onDone(drawn.file, !isAttached || drawing.withOriginal);
      if (refusal) return setError(refusal);
      if (drawn.isReduced) toast(reducedText(drawn), { lasts: true });
    } catch (reason) {
      if (!(reason instanceof DrawingError)) throw reason;
      setError(reason.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are a shortcut; buttons inside do the same.
    <div
      ref={editor}
      className={styles.editor}
      onKeyDown={(event) => !busy && runKey(event, draw, view.current)}
    >
      <DrawingHeader titleId={titleId} name={picture.name} onClose={onClose}>
        <IconButton
          icon={Undo2}
          label="Undo"
          aria-keyshortcuts="Control+Z"
          aria-disabled={!canUndo(drawing)}
          onClick={draw.undo}
        />
        <IconButton
          icon={Redo2}
          label="Redo"
          aria-keyshortcuts="Control+Shift+Z"
          aria-disabled={!canRedo(drawing)}
          onClick={draw.redo}
        />
      </DrawingHeader>
      <DrawingSurface
        view={view}
        busy={busy}
        url={url}
        label={`${picture.name} with ${countOf(shapes.length)}`}
        picture={drawing}
        shapes={shapes}
        tool={tool}
        color={draw.color}
        size={draw.size}
        selected={selected?.id ?? null}
        onSelect={draw.select}
        onPut={draw.putNew}
        onPending={draw.saveWith}
        onPlaceText={(at) => draw.addText(at) || focusText()}
      />
      <DrawingPanel draw={draw} busy={busy} />
      <DrawingFooter {...props} draw={draw} error={error} busy={busy} onFinish={finish} />
      <p role="status" className="visually-hidden">
        {draw.said}
      </p>
    </div>
  );
}

type FooterProps = Pick<DrawingProps, 'isAttached' | 'doneLabel' | 'unsaved'> & {
  draw: ReturnType<typeof useDrawing>;
  error: string;
  busy: boolean;
  onFinish: () => void;
};

/** Why the drawing cannot be finished, and what finishes it. */
function DrawingFooter({ isAttached, doneLabel, unsaved, draw, error, busy, onFinish }: FooterProps) {
  return (
    <div className={styles.footer}>
      <p role="alert" className={styles.error}>
        {error}
      </p>
      <p role="status" className={styles.unsaved}>
        {unsaved}
      </p>
      {isAttached && (
        <label className={choice.choice}>
          <input
            type="checkbox"
            checked={draw.drawing.withOriginal}
            onChange={(event) => draw.keepOriginal(event.target.checked)}
          />
          <span>Also attach the original</span>
        </label>
      )}
      {busy && <Progress label="Drawing on the full-size picture…" />}
      <Button variant="primary" busy={busy} onClick={onFinish}>
        {doneLabel}
      </Button>
    </div>
  );
}

function countOf(shapes: number): string {
  return shapes === 0 ? 'nothing drawn' : shapes === 1 ? '1 shape' : `${shapes} shapes`;
}

function reducedText({ file, width, height }: { file: File; width: number; height: number }): string {
  return `${file.name} has ${grouped(width)} × ${grouped(height)} pixels, the most this device can draw.`;
}

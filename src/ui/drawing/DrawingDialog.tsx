import { Redo2, Undo2, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import * as v from 'valibot';
import { Button, IconButton } from '../Button.tsx';
import { Progress } from '../feedback/Progress.tsx';
import { toast } from '../feedback/toast.ts';
import { useObjectUrl } from '../files/useObjectUrl.ts';
import choice from '../form/Choice.module.css';
import { TextArea } from '../form/TextArea.tsx';
import { areShortcutsOn } from '../shortcuts.ts';
import { useBackCloses } from '../useBackCloses.ts';
import styles from './DrawingDialog.module.css';
import { DrawingSurface, type SurfaceView } from './DrawingSurface.tsx';
import { DrawingTools, tools } from './DrawingTools.tsx';
import { canRedo, canUndo, Drawing, emptyDrawing, isBlank, maxDrawnText, type Shape } from './drawing.ts';
import { placeOf, sizeRefusal } from './geometry.ts';
import { DrawingError, previewOf, renderDrawing } from './renderDrawing.ts';
import { SelectedShape } from './SelectedShape.tsx';
import { useDrawing } from './useDrawing.ts';

type Props = {
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

/** Draws on a picture, over the whole screen. */
export function DrawingDialog(props: Props) {
  const { picture, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { loaded, preview } = usePicture(picture);
  const url = useObjectUrl(preview);
  useBackCloses(true, onClose);
  useLayoutEffect(() => {
    const element = dialog.current;
    const show = () => {
      element?.close();
      element?.showModal();
    };
    show();
    // The chat below opens itself anew when a phone is turned, and would be above.
    const screen = matchMedia('(max-width: 40rem)');
    screen.addEventListener('change', show);
    return () => {
      screen.removeEventListener('change', show);
      // Returns the focus to where it came from.
      element?.close();
    };
  }, []);

  const refusal = loaded === null ? unreadableText : loaded ? sizeRefusal(loaded) : '';
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      // React passes the events of this dialog on to the chat that it is a part of, which would close too.
      onCancel={(event) => {
        event.stopPropagation();
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        event.stopPropagation();
        // Not when it was only opened anew.
        if (!dialog.current?.open) onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {url && loaded && !refusal ? (
        <Editor {...props} url={url} titleId={titleId} {...loaded} />
      ) : (
        <>
          <Header titleId={titleId} name={picture.name} onClose={onClose} />
          <div className={styles.start}>
            {refusal ? (
              <p role="alert">{refusal} The file stays as it is.</p>
            ) : (
              <Progress label={`Loading ${picture.name}`} />
            )}
          </div>
        </>
      )}
    </dialog>
  );
}

const unreadableText = 'Couldn’t open this picture. It may be damaged, or no longer on this device.';

type Size = { width: number; height: number };

/**
 * Returns the size of a picture, upright: undefined until it is loaded, null when it cannot be. `preview`: what is shown of it, which is
 * smaller than a very large one.
 */
function usePicture(picture: File): { loaded: Size | null | undefined; preview: Blob | undefined } {
  const [loaded, setLoaded] = useState<Size | null>();
  const [preview, setPreview] = useState<Blob>();
  const whole = useObjectUrl(picture);
  useEffect(() => {
    if (!whole) return;
    let isMounted = true;
    const image = new Image();
    image.onload = async () => {
      const size = { width: image.naturalWidth, height: image.naturalHeight };
      const smaller = sizeRefusal(size) ? null : await previewOf(picture, size);
      if (!isMounted) return;
      setPreview(smaller ?? picture);
      setLoaded(size);
    };
    image.onerror = () => setLoaded(null);
    image.src = whole;
    return () => {
      isMounted = false;
      image.onerror = null;
    };
  }, [whole, picture]);
  return { loaded, preview };
}

type HeaderProps = { titleId: string; name: string; onClose: () => void; children?: ReactNode };

function Header({ titleId, name, onClose, children }: HeaderProps) {
  return (
    <div className={styles.header}>
      <h2 id={titleId}>Draw on {name}</h2>
      {children}
      <IconButton icon={X} label="Close drawing" onClick={onClose} />
    </div>
  );
}

type EditorProps = Props & Size & { url: string; titleId: string };

function Editor(props: EditorProps) {
  const {
    picture,
    saved,
    isAttached,
    doneLabel,
    unsaved,
    onChange,
    onDone,
    onClose,
    url,
    titleId,
    width,
    height,
  } = props;
  const [initial] = useState(() => {
    const fits = v.is(Drawing, saved) && saved.width === width && saved.height === height;
    return fits ? saved : emptyDrawing(width, height);
  });
  const view = useRef<SurfaceView>(null);
  const editor = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A button that had the focus is gone, or the picture was tapped: keys would go nowhere.
    if (document.activeElement !== document.body) return;
    editor.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus({ preventScroll: true });
  });
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const draw = useDrawing(initial, (drawing) => {
    setError('');
    onChange(isBlank(drawing) ? null : drawing);
  });
  const { drawing, shapes, selected, tool } = draw;
  const focusText = useCallback(() => editor.current?.querySelector('textarea')?.focus(), []);
  useEffect(() => {
    if (tool === 'text') focusText();
  }, [tool, focusText]);

  async function finish() {
    if (shapes.length === 0) return setError('Draw something on the picture first.');
    if (drawing.typed.trim()) return setError('Add the text to the picture first, or clear it.');
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

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { key, target } = event;
    if (
      busy ||
      (target instanceof HTMLElement && target.matches('textarea, select, input:not([type=checkbox])'))
    )
      return;
    if (isHandled(event)) event.preventDefault();

    function isHandled({ ctrlKey, metaKey, shiftKey, altKey }: typeof event): boolean {
      if (ctrlKey || metaKey) {
        const pressed = key.toLowerCase();
        if (pressed !== 'z' && pressed !== 'y') return false;
        if (pressed === 'y' || shiftKey) draw.redo();
        else draw.undo();
        return true;
      }
      if (altKey) return false;
      const by = arrowKeys[key];
      if (by && selected) {
        draw.step(by[0], by[1], shiftKey);
        return true;
      }
      if ((key === 'Delete' || key === 'Backspace') && selected) {
        draw.remove(selected);
        return true;
      }
      if (!areShortcutsOn()) return false;
      const chosen = tools.find((one) => one.key === key.toLowerCase());
      if (chosen) draw.chooseTool(chosen.tool);
      else if (key === '+' || key === '=') view.current?.zoom(1.5);
      else if (key === '-') view.current?.zoom(1 / 1.5);
      else if (key === '0') view.current?.showWhole();
      else return false;
      return true;
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are a shortcut; buttons inside do the same.
    <div ref={editor} className={styles.editor} onKeyDown={onKeyDown}>
      <Header titleId={titleId} name={picture.name} onClose={onClose}>
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
      </Header>
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
      <div className={styles.panel} inert={busy}>
        <DrawingTools
          tool={tool}
          color={draw.color}
          size={draw.size}
          onTool={draw.chooseTool}
          onColor={(color) => draw.restyle({ color })}
          onSize={(size) => draw.restyle({ size })}
        />
        {(tool === 'arrow' || tool === 'ellipse') && (
          <Button onClick={() => draw.addInMiddle(tool)}>
            {tool === 'arrow' ? 'Add arrow in the center' : 'Add ellipse in the center'}
          </Button>
        )}
        {selected && (
          <SelectedShape
            key={selected.id}
            name={draw.nameOf(selected)}
            onStep={draw.step}
            onRemove={() => draw.remove(selected)}
            onEditText={selected.kind === 'text' ? () => draw.editText(selected) : undefined}
          />
        )}
        {tool === 'text' && (
          <div className={styles.text}>
            <TextArea
              label="Text"
              required
              rows={1}
              hint={`Up to ${maxDrawnText} characters. Choose its place on the picture, or add it in the center.`}
              error={draw.textError}
              value={drawing.typed}
              onChange={draw.type}
            />
            <Button onClick={() => draw.addText()}>{draw.isEditingText ? 'Save text' : 'Add text'}</Button>
          </div>
        )}
        {shapes.length > 0 && (
          <ShapeList
            shapes={shapes}
            selected={selected?.id}
            describe={(shape) => `${draw.nameOf(shape)}, ${placeOf(shape, drawing)}`}
            onSelect={draw.select}
          />
        )}
      </div>
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
              checked={drawing.withOriginal}
              onChange={(event) => draw.keepOriginal(event.target.checked)}
            />
            <span>Also attach the original</span>
          </label>
        )}
        {busy && <Progress label="Drawing on the full-size picture…" />}
        <Button variant="primary" busy={busy} onClick={finish}>
          {doneLabel}
        </Button>
      </div>
      <p role="status" className="visually-hidden">
        {draw.said}
      </p>
    </div>
  );
}

const arrowKeys: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function countOf(shapes: number): string {
  return shapes === 0 ? 'nothing drawn' : shapes === 1 ? '1 shape' : `${shapes} shapes`;
}

function reducedText({ file, width, height }: { file: File } & Size): string {
  const count = (pixels: number) => pixels.toLocaleString('en-US');
  return `${file.name} has ${count(width)} × ${count(height)} pixels, the most this device can draw.`;
}

type ShapeListProps = {
  shapes: readonly Shape[];
  selected: string | undefined;
  describe: (shape: Shape) => string;
  onSelect: (id: string) => void;
};

/** What is on the picture, by name, to be selected without a pointer. */
function ShapeList({ shapes, selected, describe, onSelect }: ShapeListProps) {
  return (
    <details className={styles.shapes}>
      <summary>Shapes ({shapes.length})</summary>
      <ul>
        {shapes.map((shape) => (
          <li key={shape.id}>
            <button type="button" aria-pressed={shape.id === selected} onClick={() => onSelect(shape.id)}>
              {describe(shape)} {shape.kind === 'text' && <q>{shape.text}</q>}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useBackCloses } from '../dialog/useBackCloses.ts';
import { Progress } from '../feedback/Progress.tsx';
import { objectUrlOf } from '../files/objectUrl.ts';
import styles from './DrawingDialog.module.css';
import { DrawingEditor, DrawingHeader, type DrawingProps } from './DrawingEditor.tsx';
import { sizeRefusal } from './drawable.ts';
import { previewOf } from './renderDrawing.ts';

/** Draws on a picture, over the whole screen. */
export function DrawingDialog(props: DrawingProps) {
  const { picture, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [opener] = useState(() => document.activeElement);
  const titleId = useId();
  const { loaded, preview } = usePicture(picture);
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
      // Returns the focus to where it came from, once this is gone: `close` may crash Chromium 156 after a phone was turned.
      queueMicrotask(() => opener instanceof HTMLElement && opener.focus());
    };
  }, [opener]);

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
      {preview && loaded && !refusal ? (
        <DrawingEditor {...props} url={objectUrlOf(preview)} titleId={titleId} {...loaded} />
      ) : (
        <>
          <DrawingHeader titleId={titleId} name={picture.name} onClose={onClose} />
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
  useEffect(() => {
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
    image.src = objectUrlOf(picture);
    return () => {
      isMounted = false;
      image.onerror = null;
    };
  }, [picture]);
  return { loaded, preview };
}

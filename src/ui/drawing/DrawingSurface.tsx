import { Maximize, ZoomIn, ZoomOut } from 'lucide';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { IconButton } from '../Button.tsx';
import styles from './DrawingSurface.module.css';
import { Selection, ShapeView } from './ShapeView.tsx';
import { type GestureProps, useGestures } from './useGestures.ts';
import { useView } from './useView.ts';

/** Zooms for keys. */
export type SurfaceView = { zoom(by: number): void; showWhole(): void };

type Props = GestureProps & {
  view: Ref<SurfaceView>;
  /** The copy is being made. */
  busy: boolean;
  /** Address of the picture. */
  url: string;
  /** What it shows, in words. */
  label: string;
};

const zoomStep = 1.5;

/** The picture and what is drawn on it: one finger or pen draws, two zoom and move the picture. */
export function DrawingSurface(props: Props) {
  const { url, label, picture, shapes, tool, selected } = props;
  const frame = useRef<HTMLDivElement>(null);
  const paper = useRef<HTMLDivElement>(null);
  const { place, scale, isWhole, isLargest, change, showWhole } = useView(frame, picture);
  const { pending, handlers } = useGestures(props, paper, scale, change);
  useImperativeHandle(props.view, () => ({ zoom: (by) => change(by), showWhole }), [change, showWhole]);

  const chosen = pending?.id === selected ? pending : shapes.find(({ id }) => id === selected);
  return (
    <div ref={frame} className={styles.surface} data-tool={tool} inert={props.busy} {...handlers}>
      <div ref={paper} className={styles.paper} style={place ?? undefined} role="img" aria-label={label}>
        <img className={styles.picture} src={url} alt="" draggable={false} />
        <svg className={styles.shapes} viewBox={`0 0 ${picture.width} ${picture.height}`} aria-hidden="true">
          {shapes.map((shape) => (
            <ShapeView key={shape.id} shape={pending?.id === shape.id ? pending : shape} picture={picture} />
          ))}
          {pending && !shapes.some(({ id }) => id === pending.id) && (
            <ShapeView shape={pending} picture={picture} />
          )}
          {chosen && scale > 0 && <Selection shape={chosen} picture={picture} scale={1 / scale} />}
        </svg>
      </div>
      <ZoomButtons isWhole={isWhole} isLargest={isLargest} onZoom={change} onWhole={showWhole} />
    </div>
  );
}

type ZoomProps = {
  isWhole: boolean;
  isLargest: boolean;
  onZoom: (by: number) => void;
  onWhole: () => void;
};

function ZoomButtons({ isWhole, isLargest, onZoom, onWhole }: ZoomProps) {
  return (
    <div className={styles.zoom}>
      <IconButton icon={ZoomIn} label="Zoom in" aria-disabled={isLargest} onClick={() => onZoom(zoomStep)} />
      <IconButton
        icon={ZoomOut}
        label="Zoom out"
        aria-disabled={isWhole}
        onClick={() => onZoom(1 / zoomStep)}
      />
      <IconButton icon={Maximize} label="Show whole picture" aria-disabled={isWhole} onClick={onWhole} />
    </div>
  );
}

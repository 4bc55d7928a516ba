import { Maximize, ZoomIn, ZoomOut } from 'lucide';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from '../PlanViewer.module.css';
import type { Stage } from '../stage/stage.ts';

const zoomStep = 1.5;
/** CSS pixels of 100 %: an inch has 96 of them, and 72 points. */
const wholeScale = 96 / 72;

/** The buttons that zoom a page. @param zoom CSS pixels per point */
export function ZoomTools({ zoom, stage }: { zoom: number; stage: Stage | null }) {
  return (
    <>
      <IconButton icon={ZoomOut} label="Zoom out" onClick={() => stage?.zoomBy(1 / zoomStep)} />
      <span className={styles.fit}>
        <Button variant="quiet" title="Fit page" onClick={() => stage?.fit()}>
          <Icon of={Maximize} />
          <span className="visually-hidden">Fit page, now </span>
          {Math.round((zoom / wholeScale) * 100)}%
        </Button>
      </span>
      <IconButton icon={ZoomIn} label="Zoom in" onClick={() => stage?.zoomBy(zoomStep)} />
    </>
  );
}

import { Maximize, ZoomIn, ZoomOut } from 'lucide';
import { useSyncExternalStore } from 'react';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import styles from '../PlanViewer.module.css';
import type { Stage } from '../stage/stage.ts';

const zoomStep = 1.5;
/** CSS pixels of 100 %: an inch has 96 of them, and 72 points. */
const wholeScale = 96 / 72;

const unknown = { get: () => 1, subscribe: () => () => undefined };

/** The buttons that zoom a page. */
export function ZoomTools({ stage }: { stage: Stage | null }) {
  const { subscribe, get } = stage?.zoom ?? unknown;
  const zoom = useSyncExternalStore(subscribe, get);
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

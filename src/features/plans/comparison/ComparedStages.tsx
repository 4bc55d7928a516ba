import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ComparedSheet, Place } from '../../../contract/files/comparison.ts';
import { placeWords } from '../../../format/comparison.ts';
import type { Box, Size } from '../page/box.ts';
import stageStyles from '../stage/PlanStage.module.css';
import { PlanStage } from '../stage/PlanStage.tsx';
import { placed } from '../stage/placed.ts';
import styles from '../stage/Sheets.module.css';
import type { Drawable, Stage } from '../stage/stage.ts';
import type { Mode } from './CompareTools.tsx';
import type { ComparedSets, Side } from './comparedSets.ts';
import type { Change } from './useChanges.ts';

type Props = {
  sets: ComparedSets;
  sheet: ComparedSheet;
  number: number;
  names: Record<Side, string>;
  mode: Mode;
  /** What was gone to, each time as another object. */
  chosen: Change | undefined;
  /** Quotes a place in the chat. */
  onAsk: (at: number) => Promise<void>;
  onTurn: (by: 1 | -1) => void;
  onReady: (stage: Stage | null) => void;
};

/** Shows a sheet as it was and as it is: both over each other, or side by side and moved in step, with the places where they differ. */
export function ComparedStages({ sets, sheet, number, names, mode, chosen, onAsk, ...props }: Props) {
  const { onTurn, onReady } = props;
  const [boxes, setBoxes] = useState<readonly Box[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const stages = useRef<Partial<Record<Side, Stage | null>>>({});
  useEffect(() => {
    let isShown = true;
    setBoxes([]);
    sets.placed(sheet).then(
      (found) => isShown && setBoxes(found),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [sets, sheet]);
  const onAfter = useCallback(
    (stage: Stage | null) => {
      stages.current.after = stage;
      onReady(stage);
    },
    [onReady],
  );
  const onBefore = useCallback((stage: Stage | null) => {
    stages.current.before = stage;
  }, []);
  const current = chosen?.at;
  const box = useMemo(() => {
    const found = chosen?.at === undefined ? undefined : boxes[chosen.at];
    return found && { ...found };
  }, [chosen, boxes]);
  const label = (side: Side) => (sheet[side] ? `${names[side]}, page ${sheet[side].label}` : '');
  const shared = {
    page: number,
    version: 0,
    selecting: false,
    current: box,
    onSelect: () => undefined,
    onTurn,
    onError: setError,
    overlay: (size: Size, reveal: (box: Box) => void) => (
      <Places
        places={sheet.places}
        boxes={boxes}
        size={size}
        current={current}
        onAsk={onAsk}
        onFocus={reveal}
      />
    ),
  };
  const single = (side: Side, drawable: Drawable) => {
    const other = side === 'before' ? 'after' : 'before';
    return (
      <div key={side} className={styles.sheet}>
        <PlanStage
          {...shared}
          plan={drawable}
          label={label(side) || `Not in ${names[side]}`}
          onReady={side === 'after' ? onAfter : onBefore}
          onMove={(place) => stages.current[other]?.follow(place)}
        />
      </div>
    );
  };
  const isTwo = mode === 'side';
  return (
    <div className={styles.sheets} data-stage="" data-two={isTwo || undefined}>
      {error && (
        <p role="alert" className={styles.failure}>
          {error.message}
        </p>
      )}
      {isTwo ? (
        [single('before', sets.single.before), single('after', sets.single.after)]
      ) : (
        <div key="overlay" className={styles.sheet}>
          <PlanStage
            {...shared}
            plan={sets.overlay}
            label={[label('after'), label('before')].filter(Boolean).join(', compared with ')}
            onReady={onAfter}
          />
        </div>
      )}
    </div>
  );
}

type PlacesProps = {
  places: readonly Place[];
  boxes: readonly Box[];
  size: Size;
  current: number | undefined;
  onAsk: (at: number) => Promise<void>;
  onFocus: (box: Box) => void;
};

/** The places where the sheets differ, as boxes: Tab goes through them, and a press quotes one in the chat. */
function Places({ places, boxes, size, current, onAsk, onFocus }: PlacesProps) {
  const shown = useRef<HTMLButtonElement>(null);
  const isPlaced = boxes.length > 0;
  useEffect(() => {
    if (current !== undefined && isPlaced) shown.current?.focus({ preventScroll: true });
  }, [current, isPlaced]);
  return boxes.map((box, at) => {
    const place = places[at];
    if (!place) return null;
    const side = place.before ? (place.after ? 'both' : 'was') : 'is';
    return (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: the places of a sheet never move.
        key={at}
        ref={at === current ? shown : undefined}
        type="button"
        className={stageStyles.place}
        data-link=""
        data-side={side}
        style={placed(grown(box), size)}
        aria-label={`${placeWords[place.kind]}, place ${at + 1} of ${places.length}: ask about it`}
        onFocus={() => onFocus(box)}
        onClick={(event) => {
          const { pointerType } = event.nativeEvent as PointerEvent;
          // The gestures of the stage pass a tap on (`gestures.ts`).
          if (event.detail > 0 && pointerType) return;
          void onAsk(at);
        }}
      />
    );
  });
}

/** Points between what differs and its frame. */
const frame = 2;

function grown({ x, y, width, height }: Box): Box {
  return { x: x - frame, y: y - frame, width: width + 2 * frame, height: height + 2 * frame };
}

import { ChevronLeft, ChevronRight, ListTree } from 'lucide';
import { type Ref, useEffect, useEffectEvent, useState } from 'react';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import { ZoomTools } from '../bars/ZoomTools.tsx';
import styles from '../PlanViewer.module.css';
import type { Stage } from '../stage/stage.ts';

const modes = { overlay: 'Overlay', side: 'Side by side', blink: 'Blink' } as const;
export type Mode = keyof typeof modes;

type Props = {
  mode: Mode;
  onMode: (mode: Mode) => void;
  /** Whether there is room for two sheets. */
  isWide: boolean;
  /** From 0, what was alone, to 1, what is alone; both in the middle. */
  onShown: (shown: number) => void;
  stage: Stage | null;
  hasChanges: boolean;
  onStep: (by: 1 | -1) => void;
  isPanelOpen: boolean | undefined;
  panelButton: Ref<HTMLButtonElement>;
  onPanel: () => void;
};

/** The buttons of a comparison: changes, zoom, and how the two sheets are shown. */
export function CompareTools({ mode, onMode, isWide, onShown, stage, ...props }: Props) {
  return (
    <section className={styles.tools} aria-label="Comparison tools">
      {/* All are there from the start, so that none moves when the answer comes. */}
      <IconButton
        ref={props.panelButton}
        icon={ListTree}
        label={props.isPanelOpen ? 'Hide panel' : 'Show panel'}
        aria-expanded={props.isPanelOpen ?? false}
        aria-disabled={props.isPanelOpen === undefined}
        onClick={props.onPanel}
      />
      <IconButton
        icon={ChevronLeft}
        label="Previous change (P)"
        aria-disabled={!props.hasChanges}
        onClick={() => props.onStep(-1)}
      />
      <IconButton
        icon={ChevronRight}
        label="Next change (N)"
        aria-disabled={!props.hasChanges}
        onClick={() => props.onStep(1)}
      />
      <ZoomTools stage={stage} />
      <fieldset className={styles.modes} aria-label="How the sheets are shown">
        {(Object.keys(modes) as Mode[]).map(
          (one) =>
            (one !== 'side' || isWide) && (
              <Button key={one} variant="quiet" aria-pressed={mode === one} onClick={() => onMode(one)}>
                {modes[one]}
              </Button>
            ),
        )}
      </fieldset>
      {mode === 'overlay' && <Slider onShown={onShown} />}
      {mode === 'blink' && <Blinking onShown={onShown} />}
      {mode === 'side' && <p className={styles.legend}>Left: was. Right: is.</p>}
    </section>
  );
}

/** Slides from what was to what is: in the middle both are shown. */
function Slider({ onShown }: Pick<Props, 'onShown'>) {
  const [shown, setShown] = useState(50);
  const apply = useEffectEvent(() => onShown(shown / 100));
  useEffect(() => apply(), []);
  return (
    <label className={styles.slider}>
      <span data-ink="was">Was</span>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={shown}
        aria-label="From what was to what is"
        aria-valuetext={shown === 50 ? 'Both' : shown < 50 ? `More of what was` : 'More of what is'}
        onChange={({ target }) => {
          setShown(Number(target.value));
          onShown(Number(target.value) / 100);
        }}
      />
      <span data-ink="is">Is</span>
    </label>
  );
}

const blinkMs = 800;

/** Shows what was and what is in turn: by itself, or, where motion is unwanted, by a button. */
function Blinking({ onShown }: Pick<Props, 'onShown'>) {
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const [isBefore, setBefore] = useState(true);
  const [isRunning, setRunning] = useState(!isStill);
  const apply = useEffectEvent(() => onShown(isBefore ? 0 : 1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn is shown.
  useEffect(() => apply(), [isBefore]);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setBefore((was) => !was), blinkMs);
    return () => clearInterval(timer);
  }, [isRunning]);
  return (
    <span className={styles.slider}>
      <span data-ink={isBefore ? 'was' : 'is'}>{isBefore ? 'Was' : 'Is'}</span>
      {isRunning ? (
        <Button onClick={() => setRunning(false)}>Pause</Button>
      ) : (
        <Button onClick={() => setBefore(!isBefore)}>{isBefore ? 'Show what is' : 'Show what was'}</Button>
      )}
      {!isRunning && !isStill && <Button onClick={() => setRunning(true)}>Play</Button>}
    </span>
  );
}

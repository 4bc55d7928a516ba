import { Printer } from 'lucide';
import { useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { placeWords, summaryOf } from '../../../format/comparison.ts';
import { comparisonAddress } from '../../../format/comparisonLink.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { toastError } from '../../../ui/feedback/toastError.ts';
import { useOpenChat } from '../../../ui/openChat.ts';
import { useMedia } from '../../../ui/useMedia.ts';
import { PlanPanel, usePanel } from '../bars/PlanPanel.tsx';
import { pictureFile } from '../open/pictureOf.ts';
import type { ToChat } from '../PlanPage.tsx';
import styles from '../PlanViewer.module.css';
import type { Stage } from '../stage/stage.ts';
import { ComparedStages } from './ComparedStages.tsx';
import { CompareTools, type Mode } from './CompareTools.tsx';
import { ComparisonPrint } from './ComparisonPrint.tsx';
import { ComparedSets, type Side } from './comparedSets.ts';
import type { Pair } from './keptSheets.ts';
import type { OpenSets } from './runComparison.ts';
import { SheetList } from './SheetList.tsx';
import { useChanges } from './useChanges.ts';
import { useComparison } from './useComparison.ts';

type Props = {
  jobId: string;
  names: Record<Side, string>;
  pair: Pair;
  /** Undefined until both are open. */
  plans: OpenSets | undefined;
  /** One of them cannot be opened. */
  isFailed: boolean;
  /** The sheet in the address. */
  sheet: number | undefined;
  onSheet: (sheet: number, how: 'turn' | 'jump') => void;
  header: Element | null;
  toChat: ToChat;
};

const wideScreen = '(min-width: 60rem)';

/** Shows what differs between two sets: the list of sheets with their answers, and one of them, was and is. */
export function ComparisonView(props: Props) {
  const { jobId, names, pair, plans, isFailed, sheet: wanted, onSheet, header, toChat } = props;
  const isWide = useMedia(wideScreen);
  const comparison = useComparison(jobId, pair, plans);
  const { sheets } = comparison;
  const sets = useMemo(() => plans && new ComparedSets(plans), [plans]);
  sets?.setSheets(sheets);
  const changes = useChanges(sheets, wanted, onSheet);
  const [mode, setMode] = useState<Mode>('overlay');
  const [stage, setStage] = useState<Stage | null>(null);
  const [printing, setPrinting] = useState(false);
  const panelButton = useRef<HTMLButtonElement>(null);
  const panel = usePanel(
    [
      sheets.length > 0 && {
        name: 'Sheets',
        view: (
          <SheetList
            sheets={sheets}
            current={changes.sheet}
            onOpen={(number) => changes.open(number)}
            onPlace={changes.goTo}
          />
        ),
      },
    ],
    isWide ? 'Sheets' : undefined,
  );
  const shownMode = mode === 'side' && !isWide ? 'overlay' : mode;

  const ask = useAsk({ jobId, names, pair, toChat }, sets, changes);

  return (
    <div className={styles.viewer}>
      <CompareTools
        mode={shownMode}
        onMode={setMode}
        isWide={isWide}
        onShown={(shown) => sets?.show(shown)}
        stage={stage}
        hasChanges={changes.count > 0}
        onStep={changes.step}
        isPanelOpen={panel.parts.length > 0 ? panel.shown !== undefined : undefined}
        panelButton={panelButton}
        onPanel={() => panel.setOpen(panel.shown === undefined)}
      />
      {header &&
        sets &&
        comparison.isWhole &&
        createPortal(
          <IconButton icon={Printer} label="Print or save as PDF" onClick={() => setPrinting(true)} />,
          header,
        )}
      <Status comparison={comparison} isFailed={isFailed} total={totalOf(plans)} place={changes.place} />
      {panel.shown && (
        <PlanPanel
          parts={panel.parts}
          shown={panel.shown}
          onShow={panel.show}
          onClose={() => {
            panel.setOpen(false);
            panelButton.current?.focus();
          }}
        />
      )}
      {sets && changes.sheet && (
        <ComparedStages
          sets={sets}
          sheet={changes.sheet}
          number={changes.number}
          names={names}
          mode={shownMode}
          chosen={changes.chosen}
          onAsk={(at) => ask(at).catch(toastError)}
          onTurn={changes.turn}
          onReady={setStage}
        />
      )}
      {sets && printing && (
        <ComparisonPrint sets={sets} sheets={sheets} names={names} onDone={() => setPrinting(false)} />
      )}
    </div>
  );
}

/** Returns what quotes a place in the chat, with a picture of what was and one of what is. */
function useAsk(
  { jobId, names, pair, toChat }: Pick<Props, 'jobId' | 'names' | 'pair' | 'toChat'>,
  sets: ComparedSets | undefined,
  { sheet, number }: Pick<ReturnType<typeof useChanges>, 'sheet' | 'number'>,
) {
  const { email } = useProfile();
  const openChat = useOpenChat();
  return async (at: number) => {
    const place = sheet?.places[at];
    if (!sheet || !sets || !place) return;
    const what = (side: Side) => (sheet[side] ? `${names[side]}, page ${sheet[side].label}` : '');
    const pictures = await sets.picturesOf(sheet, at);
    const files = (['before', 'after'] as const).flatMap((side) => {
      const picture = pictures[side];
      return picture ? pictureFile(picture, names[side], `page ${sheet[side]?.label} ${side}`) : [];
    });
    const title = [what('after'), what('before')].filter(Boolean).join(', compared with ');
    const address = comparisonAddress(jobId, pair.after, pair.before, number);
    const text = `${title}\n${address}\n> ${placeWords[place.kind]} differs here.\n`;
    const refusal = await toChat(email, jobId, { text, files });
    if (refusal) toast(refusal, { tone: 'bad' });
    else openChat(jobId);
  };
}

function totalOf(plans: OpenSets | undefined): number {
  return plans ? Math.max(plans.before.pageCount, plans.after.pageCount) : 0;
}

type StatusProps = {
  comparison: ReturnType<typeof useComparison>;
  isFailed: boolean;
  total: number;
  /** The place that was gone to, in words. */
  place: string;
};

/** Says the answer, or how far the comparison is. */
function Status({ comparison, isFailed, total, place }: StatusProps) {
  const { sheets, isWhole, isRunning, isStopped, error, done, stop, goOn } = comparison;
  useEffect(() => {
    if (error) toastError(error);
  }, [error]);
  const answer = sheets.length > 0 ? `${summaryOf(sheets)}.` : '';
  return (
    <div className={styles.bar}>
      {isWhole && (
        <p className={styles.status} role="status">
          {answer}
        </p>
      )}
      {!isWhole && isRunning && (
        <>
          <span className={styles.status}>
            <Progress
              label="Comparing"
              {...(done > 0 && { value: done, max: total })}
              detail={total > 0 ? `${done} of ${total}` : undefined}
            />
          </span>
          <Button onClick={stop}>Stop</Button>
        </>
      )}
      {!isWhole && (isStopped || error) && (
        <>
          <p className={styles.status} role="status">
            {error ? error.message : `Stopped at ${done} of ${total} sheets.`} {answer}
          </p>
          <Button onClick={goOn}>{error ? 'Try again' : 'Continue'}</Button>
        </>
      )}
      {!isWhole && !isRunning && !isStopped && !error && (
        <p className={styles.status} role="status">
          {isFailed ? 'These PDFs can’t be compared here.' : 'Opening both PDFs…'}
        </p>
      )}
      <p role="status" className="visually-hidden">
        {place}
      </p>
    </div>
  );
}

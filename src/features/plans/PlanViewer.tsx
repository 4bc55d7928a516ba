import { Printer } from 'lucide';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../../ui/Button.tsx';
import { toastError } from '../../ui/feedback/toastError.ts';
import { useMedia } from '../../ui/useMedia.ts';
import { PageStrip } from './bars/PageStrip.tsx';
import { PartBar, type PartPurpose } from './bars/PartBar.tsx';
import { PlanPanel, usePanel } from './bars/PlanPanel.tsx';
import { PlanTools } from './bars/PlanTools.tsx';
import { type Bar, usePlanKeys } from './bars/usePlanKeys.ts';
import { usePlanParts } from './bars/usePlanParts.tsx';
import { type ChosenRemark, useRemarkPart } from './bars/useRemarkPart.tsx';
import { MatchList } from './find/MatchList.tsx';
import { PlanFindBar } from './find/PlanFindBar.tsx';
import { useMarks } from './find/useMarks.ts';
import { type Found, type Search, usePlanFind } from './find/usePlanFind.ts';
import type { Plan } from './open/openPlan.ts';
import { pictureOf } from './open/pictureOf.ts';
import styles from './PlanViewer.module.css';
import type { Box } from './page/box.ts';
import type { Remark } from './page/remarks.ts';
import { PrintDialog } from './print/PrintDialog.tsx';
import { useSealPart } from './seal/useSealPart.tsx';
import { PageWords } from './stage/PageWords.tsx';
import { Sheets, useSheets } from './stage/Sheets.tsx';

type Props = {
  plan: Plan;
  name: string;
  /** The page in the address, which may have any number. */
  page: number;
  /** `jump` opens another place of the plan, `turn` the next page. */
  onPage: (page: number, how: 'turn' | 'jump') => void;
  /** Asks about a part of a page, as a picture, or about what somebody wrote there; absent where there is no chat. */
  onAsk?: (page: number, picture: Blob, words: { label: string; quote?: string }) => Promise<void>;
  /** Opens a PDF that this one carries; absent in one of those. */
  onFile: ((address: string) => void) | undefined;
  /** Where the head of the page has room for a button: the tools of a phone are full. */
  header: Element | null;
  /** Says what is not shown of a page. */
  notice: ComponentProps<typeof Sheets>['notice'];
};

/** Matches screens that have room for two sheets, or one beside a panel. */
const wideScreen = '(min-width: 60rem)';
/** Matches screens that have room for the panel beside the page, or below it. */
const roomyScreen = '(min-width: 40rem), (min-height: 30rem)';

/** Shows the pages of a plan: turned, zoomed, searched, and asked about. */
export function PlanViewer({
  plan,
  name,
  page: asked,
  onPage: onOwnPage,
  onAsk,
  onFile,
  header,
  notice,
}: Props) {
  const sheets = useSheets(Math.min(Math.max(1, asked), plan.pageCount), onOwnPage);
  const { page, stage, onPage } = sheets;
  const isWide = useMedia(wideScreen);
  const isRoomy = useMedia(roomyScreen);
  const [printing, setPrinting] = useState<{ page: number; box: Box }>();
  const { bar, wanted, selecting, setBar, setWanted, setSelecting, clear } = useBar(printing);
  const purpose = bar === 'find' ? undefined : bar;
  const parts = usePlanParts(plan, { page, onPage, onFile });
  const { labelOf, version } = parts;
  const chosen = useChosen();
  const current = chosen.match;
  const { find, goTo } = useMatches(plan, { wanted, version }, page, onPage, chosen.setMatch);
  const marks = useMarks(plan, page, { wanted, version }, current);
  const remarks = useRemarkPart(plan, page, marks, {
    version,
    labelOf,
    current: chosen.remark,
    onCurrent: chosen.setRemark,
    onPage,
    onAsk:
      onAsk &&
      (async (at, box, quote) => onAsk(at, await pictureOf(plan, at, box), { label: labelOf(at), quote })),
  });
  const seals = useSealPart(plan, { page, onDetails: () => panel.show('Signatures') });
  useEffect(() => {
    if (bar === 'find') plan.texts.open();
  }, [plan, bar]);
  const hasPages = plan.pageCount > 1;
  const pages = <PageStrip key={version} plan={plan} page={page} labelOf={labelOf} onOpen={jump} />;
  const matches = <MatchList found={find.found} current={current} labelOf={labelOf} onFound={goTo} />;
  const panel = usePanel(
    [
      hasPages && { name: 'Pages', view: pages },
      remarks.part,
      seals.part,
      ...parts.panelParts(remarks.files),
      find.found.length > 0 && { name: 'Matches', count: find.found.length, view: matches },
    ],
    parts.isPortfolio ? 'Files' : hasPages && isRoomy ? 'Pages' : undefined,
  );
  const panelButton = useRef<HTMLButtonElement>(null);

  function open(next: number, how: 'turn' | 'jump') {
    if (next >= 1 && next <= plan.pageCount) onPage(next, how);
  }

  function jump(next: number) {
    onPage(next, 'jump');
  }

  const place = (of: number) =>
    parts.labels ? `${labelOf(of)}, ${of} of ${plan.pageCount}` : `${of} of ${plan.pageCount}`;
  const turn = (by: 1 | -1) => open(page + by, 'turn');

  function toggleBar(wanted: Bar) {
    closeBar();
    if (bar !== wanted) setBar(wanted);
  }

  function closeBar() {
    clear();
    chosen.setMatch(null);
  }

  const isTwo = sheets.shown.beside !== undefined;
  const toggleTwo = () => sheets.setBeside(isTwo ? undefined : page < plan.pageCount ? page + 1 : page - 1);

  async function take(box: Box, purpose: PartPurpose) {
    setSelecting(false);
    if (purpose === 'ask') await onAsk?.(page, await pictureOf(plan, page, box), { label: labelOf(page) });
    else setPrinting({ page, box });
    setBar(undefined);
  }

  function closePanel() {
    panel.setOpen(false);
    panelButton.current?.focus();
  }

  const wholePage = async (): Promise<Box> => ({ x: 0, y: 0, ...(await plan.sizeOf(page)) });

  usePlanKeys({ page, pageCount: plan.pageCount, bar, onBar: setBar, onCloseBar: closeBar, onOpen: open });

  return (
    <div className={styles.viewer}>
      <PlanTools
        page={page}
        pageCount={plan.pageCount}
        labels={parts.labels}
        isPanelOpen={panel.parts.length > 0 ? panel.shown !== undefined : undefined}
        panelButton={panelButton}
        onPanel={() => panel.setOpen(panel.shown === undefined)}
        onPage={onPage}
        onTurn={turn}
        stage={stage}
        bar={bar}
        onFind={() => toggleBar('find')}
        onAsk={onAsk && (() => toggleBar('ask'))}
        isTwo={isTwo}
        onTwo={isTwo || (isWide && plan.pageCount > 1) ? toggleTwo : undefined}
      />
      {header &&
        createPortal(
          <IconButton
            icon={Printer}
            label="Print"
            aria-expanded={bar === 'print'}
            onClick={() => toggleBar('print')}
          />,
          header,
        )}
      <p role="status" className="visually-hidden">
        Page {place(page)}
      </p>
      {(parts.notice !== '' || seals.bar) && !bar && (
        <div className={styles.said}>
          {parts.notice !== '' && <p className={styles.bar}>{parts.notice}</p>}
          {seals.bar}
        </div>
      )}
      {bar === 'find' && (
        <PlanFindBar
          find={find}
          page={page}
          pageCount={plan.pageCount}
          labelOf={labelOf}
          wanted={wanted}
          current={current}
          onWanted={(text) => {
            chosen.setMatch(null);
            setWanted(text);
            if (isWide) panel.show('Matches');
          }}
          onFound={goTo}
          onClose={closeBar}
        />
      )}
      {purpose && (
        <PartBar
          purpose={purpose}
          selecting={selecting}
          onSelecting={setSelecting}
          onVisible={async () => take(stage?.visible() ?? (await wholePage()), purpose)}
          onWhole={async () => take(await wholePage(), purpose)}
          onClose={closeBar}
        />
      )}
      {panel.shown && (
        <PlanPanel parts={panel.parts} shown={panel.shown} onShow={panel.show} onClose={closePanel} />
      )}
      {printing && (
        <PrintDialog
          plan={plan}
          page={printing.page}
          box={printing.box}
          title={`${name}, page ${labelOf(printing.page)}`}
          onClose={() => setPrinting(undefined)}
        />
      )}
      <Sheets
        shown={sheets.shown}
        plan={plan}
        labelOf={(shown) => `${name}, page ${place(shown)}`}
        version={version}
        onFollow={(target) => void parts.follow(target)}
        marks={remarks.marks}
        selecting={selecting}
        onSelect={(box) => take(box, purpose ?? 'ask').catch(toastError)}
        onTurn={turn}
        notice={notice}
      />
      <PageWords key={version} plan={plan} page={page} onText={seals.onText} />
    </div>
  );
}

/**
 * Holds which bar is open, what is searched for, and whether an area to ask about is being selected.
 *
 * @param opened what a bar has opened in its place
 */
function useBar(opened: unknown) {
  const [bar, show] = useState<Bar>();
  const opener = useRef<Element>(null);
  const [wanted, setWanted] = useState('');
  const [selecting, setSelecting] = useState(false);

  /** An area is selected for the bar that asked for it. */
  function setBar(next: Bar | undefined) {
    if (next && next !== bar) opener.current = document.activeElement;
    show(next);
    setSelecting(false);
  }

  useEffect(() => {
    // What had the focus is gone with the bar.
    if (!bar && !opened && document.activeElement === document.body)
      (opener.current as HTMLElement | null)?.focus();
  }, [bar, opened]);

  function clear() {
    setBar(undefined);
    setWanted('');
  }
  return { bar, wanted, selecting, setBar, setWanted, setSelecting, clear };
}

/** Holds what was chosen last of a list, at which the view looks: a match or a remark. */
function useChosen() {
  const [chosen, setChosen] = useState<{ match?: Found | null; remark?: ChosenRemark }>({});
  return {
    match: chosen.match ?? null,
    remark: chosen.remark ?? null,
    // Copies: the view looks at a place again when it is chosen again.
    setMatch: (match: Found | null) =>
      setChosen((before) => (match ? { match: { ...match } } : { ...before, match })),
    setRemark: (remark: Remark) => setChosen({ remark: { remark, box: { ...remark.box } } }),
  };
}

/** Finds the matches of a search, and shows one of them: the nearest by itself, the others on request. */
function useMatches(
  plan: Plan,
  search: Search,
  page: number,
  onPage: Props['onPage'],
  onCurrent: (found: Found) => void,
) {
  const { wanted } = search;
  const find = usePlanFind(plan, search, page);

  function goTo(found: Found) {
    onCurrent(found);
    if (found.page !== page) onPage(found.page, 'jump');
  }

  const nearest = find.found.find((one) => one.page >= page) ?? find.found[0];
  const isShown = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search shows its own.
  useEffect(() => {
    isShown.current = false;
  }, [wanted]);
  // Once for each search, as soon as it has found something: switched layers search again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first one alone.
  useEffect(() => {
    if (!nearest || isShown.current) return;
    isShown.current = true;
    goTo(nearest);
  }, [wanted, nearest === undefined]);
  return { find, goTo };
}

import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ComparedSheet } from '../../../contract/files/comparison.ts';
import { answerOf, differs, notesOn, placeWords } from '../../../format/comparison.ts';
import { counted } from '../../../format/counted.ts';
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import list from '../bars/PanelList.module.css';
import { numberOf } from './comparedSets.ts';

type Props = {
  sheets: readonly ComparedSheet[];
  current: ComparedSheet | undefined;
  onOpen: (number: number) => void;
  onPlace: (change: { number: number; at: number }) => void;
};

const tones: Readonly<Record<ComparedSheet['answer'], BadgeTone>> = {
  unchanged: 'plain',
  changed: 'stamp',
  added: 'blue',
  removed: 'faded',
  moved: 'blue',
  'not-compared': 'late',
};

/** Lists the sheets with their answers: those that differ, and all of them on request. */
export function SheetList({ sheets, current, ...rest }: Props) {
  const [all, setAll] = useState(false);
  const different = sheets.filter((sheet) => differs(sheet) || sheet === current);
  const same = sheets.length - different.length;
  const shown = all || different.length === 0 ? sheets : different;
  const rows = useRef<HTMLUListElement>(null);

  function showAll() {
    const first = sheets.findIndex((sheet) => !shown.includes(sheet));
    flushSync(() => setAll(true));
    // The press takes the button away, and would take the focus with it.
    rows.current?.children[first]?.querySelector('button')?.focus();
  }
  return (
    <div>
      <ul ref={rows} className={list.list}>
        {shown.map((sheet) => (
          <SheetEntry key={numberOf(sheet)} sheet={sheet} isCurrent={sheet === current} {...rest} />
        ))}
      </ul>
      {same > 0 && shown !== sheets && (
        <Button variant="quiet" wide onClick={showAll}>
          Show {same} unchanged {same === 1 ? 'sheet' : 'sheets'}
        </Button>
      )}
    </div>
  );
}

type EntryProps = Omit<Props, 'sheets' | 'current'> & { sheet: ComparedSheet; isCurrent: boolean };

function SheetEntry({ sheet, isCurrent, onOpen, onPlace }: EntryProps) {
  const { after, before, answer, places } = sheet;
  const number = numberOf(sheet);
  const of = after ?? before;
  return (
    <li data-current={isCurrent || undefined} className={list.sheet}>
      <button
        type="button"
        className={list.open}
        aria-current={isCurrent || undefined}
        onClick={() => onOpen(number)}
      >
        <span className={list.head}>
          <bdi translate="no">{of?.label}</bdi>
          {of && of.label !== String(of.page) && <span>Page {of.page}</span>}
        </span>
        <span className={list.head}>
          <Badge tone={tones[answer]}>{answerOf(sheet)}</Badge>
          {places.length > 0 && <span>{counted(places.length, 'place')}</span>}
        </span>
        {notesOn(sheet).map((note) => (
          <span key={note} className={list.note}>
            {note}
          </span>
        ))}
      </button>
      {isCurrent && places.length > 0 && (
        <ol className={list.places}>
          {places.map(({ kind }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places of a sheet never move.
            <li key={at}>
              <button type="button" className={list.open} onClick={() => onPlace({ number, at })}>
                {at + 1}. {placeWords[kind]}
              </button>
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

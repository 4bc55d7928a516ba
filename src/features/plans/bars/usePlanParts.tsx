import { useCallback, useEffect, useState } from 'react';
import { toast } from '../../../ui/feedback/toast.ts';
import { toastError } from '../../../ui/feedback/toastError.ts';
import type { Plan } from '../open/openPlan.ts';
import { type CarriedFile, fileAt, filesOf, isCalledPdf } from '../page/carried.ts';
import { type DocumentParts, labelIn, pageOf, readParts, type Target } from '../page/documentParts.ts';
import { type Layer, withSwitched } from '../page/layers.ts';
import { ContentsList } from './ContentsList.tsx';
import { FileList } from './FileList.tsx';
import { LayerList } from './LayerList.tsx';
import type { PanelPart } from './PlanPanel.tsx';

type Actions = {
  page: number;
  onPage: (page: number, how: 'jump') => void;
  /** Opens a PDF that the document carries; absent in one of those. */
  onFile: ((address: string) => void) | undefined;
};

const nothing: DocumentParts = {
  labels: null,
  contents: [],
  layers: [],
  files: [],
  isPortfolio: false,
  isUnknownForm: false,
};

/** Reads what the document has beside its pages: what these are called, and its parts of the panel. */
export function usePlanParts(plan: Plan, { page, onPage, onFile }: Actions) {
  const [parts, setParts] = useState(nothing);
  /** Rises when a layer is switched. */
  const [version, setVersion] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a switched layer may switch others.
  useEffect(() => {
    const stopping = new AbortController();
    // What cannot be read has no parts.
    plan
      .whenDrawn(page)
      .then(() => plan.readDocument(readParts, stopping.signal))
      .then(setParts, () => undefined);
    return () => stopping.abort();
  }, [plan, version]);
  const { labels, contents, layers, files } = parts;
  const labelOf = useCallback((of: number) => labelIn(labels, of), [labels]);

  async function follow(target: Target): Promise<void> {
    const { signal } = new AbortController();
    if (target.file !== undefined) {
      const inside = await plan.readDocument(filesOf, signal).catch(toastError);
      if (inside) followTo(fileAt(inside, target));
      return;
    }
    const found = await plan.readDocument((pdf) => pageOf(pdf, target, page), signal).catch(toastError);
    if (found) onPage(found, 'jump');
    else if (found === null) toast('This link leads to no page of this PDF.');
  }

  function followTo(file: CarriedFile | undefined): void {
    if (file && onFile && isCalledPdf(file)) onFile(file.address);
    else if (file) toast(`This link leads to ${file.name}, inside this PDF. Download it from Files.`);
    else toast('This link leads to no file inside this PDF.');
  }

  function switchLayer({ id }: Layer, isVisible: boolean) {
    plan.setLayer(id, isVisible);
    // What it switches beside itself is read once the sheet is drawn.
    setParts((before) => ({ ...before, layers: withSwitched(before.layers, id, isVisible) }));
    setVersion(version + 1);
  }

  /** Returns the parts of the panel. @param attached the files at places on pages */
  const panelParts = (attached: readonly CarriedFile[]): (PanelPart | false)[] => {
    const all = [...files, ...attached];
    return [
      contents.length > 0 && {
        name: 'Contents',
        view: <ContentsList entries={contents} onFollow={(target) => void follow(target)} />,
      },
      layers.length > 0 && { name: 'Layers', view: <LayerList layers={layers} onSwitch={switchLayer} /> },
      all.length > 0 && {
        name: 'Files',
        count: all.length,
        view: (
          <FileList
            plan={plan}
            files={all}
            labelOf={labelOf}
            onOpen={onFile && (({ address }) => onFile(address))}
          />
        ),
      },
    ];
  };
  /** Says that what is drawn is only the wrapper of something else; empty if it is not. */
  const notice = parts.isPortfolio
    ? `This PDF is a portfolio of ${files.length} ${files.length === 1 ? 'file' : 'files'}. The page below is only its cover.`
    : parts.isUnknownForm
      ? 'This PDF is a form that only Adobe Acrobat shows. The page below is not the form: download the file to open it there.'
      : '';
  return { labels, labelOf, version, follow, panelParts, notice, isPortfolio: parts.isPortfolio };
}

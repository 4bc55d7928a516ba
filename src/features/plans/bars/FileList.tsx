import { Download } from 'lucide';
import { useEffect, useState } from 'react';
import { saveBlob } from '../../../api/downloads.ts';
import { fileSize } from '../../../format/fileSize.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { useDownload } from '../../../ui/files/useDownload.ts';
import type { Plan } from '../open/openPlan.ts';
import { type CarriedFile, isCalledPdf, readCarried } from '../page/carried.ts';
import styles from './PanelList.module.css';

type Props = {
  plan: Plan;
  files: readonly CarriedFile[];
  labelOf: (page: number) => string;
  /** Opens a PDF among them; absent where one of them is open. */
  onOpen: ((file: CarriedFile) => void) | undefined;
};

/** Lists the files inside a document: PDFs open, all are downloaded. */
export function FileList({ files, ...rest }: Props) {
  return (
    <ul className={styles.list}>
      {files.map((file) => (
        <FileItem key={file.address} file={file} {...rest} />
      ))}
    </ul>
  );
}

type ItemProps = Omit<Props, 'files'> & { file: CarriedFile };

function FileItem({ file, plan, labelOf, onOpen }: ItemProps) {
  const size = useSize(plan, file);
  const { busy, download } = useDownload(file.name, async () => {
    const { signal } = new AbortController();
    const bytes = await readFile(plan, file, signal);
    saveBlob(new Blob([bytes]), file.name);
  });
  const details = (
    <>
      <bdi translate="no">{file.name}</bdi>
      <span className={styles.head}>
        {size !== undefined && <span>{fileSize(size)}</span>}
        {file.page !== undefined && <span>Page {labelOf(file.page)}</span>}
        {file.description !== '' && file.description !== file.name && (
          <bdi translate="no">{file.description}</bdi>
        )}
      </span>
    </>
  );
  return (
    <li className={styles.entry}>
      {onOpen && isCalledPdf(file) ? (
        <button type="button" className={styles.open} onClick={() => onOpen(file)}>
          {details}
        </button>
      ) : (
        <span className={styles.open}>{details}</span>
      )}
      <IconButton
        icon={Download}
        label={`Download ${file.name}`}
        busy={busy}
        onClick={() => void download()}
      />
    </li>
  );
}

/** Unpacking that takes longer is taken for endless. */
const unpackLimitMs = 5000;

function readFile(plan: Plan, { address }: Pick<CarriedFile, 'address'>, signal: AbortSignal) {
  return plan.readDocument((pdf) => readCarried(pdf, address), signal, unpackLimitMs);
}

/** Reads how large a file is: the library says it of what it has unpacked only. */
function useSize(plan: Plan, { address }: CarriedFile): number | undefined {
  const [size, setSize] = useState<number>();
  useEffect(() => {
    const stopping = new AbortController();
    readFile(plan, { address }, stopping.signal).then(
      ({ length }) => setSize(length),
      () => undefined,
    );
    return () => stopping.abort();
  }, [plan, address]);
  return size;
}

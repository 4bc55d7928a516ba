import { type ReactNode, useEffect, useState } from 'react';
import { FilePicker } from '../../ui/filePicker/FilePicker.tsx';
import { FileName } from '../../ui/files/FileName.tsx';
import { Section } from '../../ui/Section.tsx';
import { compareFiles, type Sealed, unread } from './compareFiles.ts';
import { Saying } from './Saying.tsx';
import type { Said } from './verdictText.ts';

type Props = {
  sealed: Sealed;
  /** What else is said of a file. */
  more: (file: File) => ReactNode;
};

/** Compares files with what the seal was issued for. They are hashed on this device, and sent nowhere. */
export function FileCheck({ sealed, more }: Props) {
  const [files, setFiles] = useState<File[]>([]);
  const [found, setFound] = useState<{ of: readonly File[]; said: Said[] } | null>(null);
  useEffect(() => {
    let isOld = false;
    void compareFiles(files, sealed).then((said) => isOld || setFound({ of: files, said }));
    return () => {
      isOld = true;
    };
  }, [files, sealed]);
  return (
    <Section
      title="Compare a file"
      note="Choose a file that the signature report lists, not the report itself. The file stays on this device."
    >
      <FilePicker
        name="files"
        label="Files"
        required
        value={files}
        onChange={setFiles}
        keepsPhotos
        staysHere
      />
      <div role="status" className="stack">
        {found?.of === files &&
          files.map((file, at) => {
            const said = found.said[at];
            return (
              said && (
                <div className="stack" key={`${file.name} ${file.size} ${file.lastModified}`}>
                  <FileName name={file.name} />
                  <Saying {...said} />
                  {said !== unread && more(file)}
                </div>
              )
            );
          })}
      </div>
    </Section>
  );
}

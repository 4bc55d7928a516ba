import { FileArchive, FileText } from 'lucide-react';
import { totalBytes } from '../../contract/files.ts';
import { fileSize } from '../../format/fileSize.ts';
import { FileName } from '../../ui/FileName.tsx';
import { LongText } from '../../ui/LongText.tsx';
import { PhotoChoice } from '../../ui/PhotoChoice.tsx';
import { choosePhotoSize } from '../../ui/photoSize.ts';
import { useObjectUrl } from '../../ui/useObjectUrl.ts';
import styles from './Share.module.css';
import type { Shared } from './shared.ts';

/** The jobs below should be on the screen of a phone too. */
const mostShown = 5;

/** What was shared: its words, its files, and what of it cannot be sent. */
export function SharedThings({ shared: { text, files, refused } }: { shared: Shared }) {
  return (
    <>
      {text && (
        <div className={styles.text}>
          <LongText text={text} of="what was shared">
            <p className="plain-text">{text}</p>
          </LongText>
        </div>
      )}
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Shared files">
          {files.slice(0, mostShown).map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two shots of one camera can be alike in everything else.
            <li key={at} className={styles.file}>
              <Picture file={file} />
              <span className={styles.name}>
                <FileName name={file.name} />
                <span className="small soft">{fileSize(file.size)}</span>
              </span>
            </li>
          ))}
          {files.length > mostShown && (
            <li className="soft">
              and {files.length - mostShown} more, {fileSize(totalBytes(files))} together
            </li>
          )}
        </ul>
      )}
      <PhotoChoice files={files} onChoose={(smaller) => choosePhotoSize(smaller ? 'smaller' : 'original')} />
      {refused.length > 0 && (
        <div role="alert" className={styles.refused}>
          {refused.map(({ name, reason }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            <p key={at}>
              <strong>{name}</strong> was left out. {reason}
            </p>
          ))}
        </div>
      )}
    </>
  );
}

function Picture({ file }: { file: File }) {
  const isPicture = file.type === 'image/png' || file.type === 'image/jpeg';
  const url = useObjectUrl(isPicture ? file : undefined);
  const Sign = /zip/i.test(file.type) ? FileArchive : FileText;
  return (
    <span className={styles.picture}>
      {isPicture ? url && <img src={url} alt="" /> : <Sign aria-hidden />}
    </span>
  );
}

import { FileArchive, FileText } from 'lucide';
import { totalBytes } from '../../contract/files/files.ts';
import { fileSize } from '../../format/fileSize.ts';
import { FileName } from '../../ui/files/FileName.tsx';
import { objectUrlOf } from '../../ui/files/objectUrl.ts';
import { PhotoChoice } from '../../ui/files/PhotoChoice.tsx';
import { choosePhotoSize } from '../../ui/files/photoSize.ts';
import { Icon } from '../../ui/Icon.tsx';
import { LongText } from '../../ui/text/LongText.tsx';
import styles from './Share.module.css';
import type { Shared } from './shared.ts';

/** Leaves room for the jobs below on a phone's screen. */
const maxShownFiles = 5;

/** The text and files of a share, and the files that cannot be sent. */
export function SharedContent({ shared: { text, files, refused } }: { shared: Shared }) {
  return (
    <>
      {text && (
        <div className={styles.text}>
          <LongText text={text} of="the shared item">
            <p className="plain-text">{text}</p>
          </LongText>
        </div>
      )}
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Shared files">
          {files.slice(0, maxShownFiles).map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two shots of one camera can be alike in everything else.
            <li key={at} className={styles.file}>
              <FileIcon file={file} />
              <span className={styles.name}>
                <FileName name={file.name} />
                <span className="small soft">{fileSize(file.size)}</span>
              </span>
            </li>
          ))}
          {files.length > maxShownFiles && (
            <li className="soft">
              and {files.length - maxShownFiles} more ({fileSize(totalBytes(files))} total)
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
              <strong>{name}</strong> wasn’t added. {reason}
            </p>
          ))}
        </div>
      )}
    </>
  );
}

function FileIcon({ file }: { file: File }) {
  const isPicture = file.type === 'image/png' || file.type === 'image/jpeg';
  const icon = /zip/i.test(file.type) ? FileArchive : FileText;
  return (
    <span className={styles.picture}>
      {isPicture ? <img src={objectUrlOf(file)} alt="" /> : <Icon of={icon} />}
    </span>
  );
}

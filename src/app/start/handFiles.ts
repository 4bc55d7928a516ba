import { handFilesBy } from '../../api/downloads.ts';
import { canShare, shareFile } from '../../ui/files/shareFile.ts';

/**
 * Has the device ask where a downloaded file goes. A home screen app of an iPhone opens what a link downloads over itself, without a way
 * back (WebKit 236943): it has to be ended.
 */
export function handFiles(): void {
  handFilesBy((file, save) => (canShare(file) ? void shareFile(file, save) : save()));
}

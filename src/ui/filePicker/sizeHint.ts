import { clientErrors, tooLargeAdvice } from '../../contract/errors.ts';
import { totalFileSizeMessage } from '../../contract/files/files.ts';
import { totalFilesSizeMessage } from '../../contract/limits.ts';

const tooLarge = [clientErrors['content-too-large'].message, totalFilesSizeMessage, totalFileSizeMessage];

/** Returns what to do about files that are too large together; empty for any other error. */
export function sizeHint(error = ''): string {
  return tooLarge.some((message) => error.includes(message)) ? tooLargeAdvice : '';
}

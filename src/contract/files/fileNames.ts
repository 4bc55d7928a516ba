/** The time stamp that an upload gets before its extension (§5): `.20261121T103000`. */
const stamp = /\.\d{8}T\d{6}(?=\.[A-Za-z0-9]{1,9}$|$)/;

export const fileStampLength = '.20261121T103000'.length;

export function hasFileStamp(storedName: string): boolean {
  return stamp.test(storedName);
}

/** Returns the name that users see and download: as it was given, without the time stamp of its upload. */
export function givenFileName(storedName: string): string {
  return storedName.replace(stamp, '');
}

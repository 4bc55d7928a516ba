/** The cache of a person's kept answers. @param uid of the bearer; never the token itself */
export function answersCacheOf(uid: string): string {
  return `answers:${uid}`;
}

/** The cache of the files a person opened. */
export function filesCacheOf(uid: string): string {
  return `files:${uid}`;
}

/** The cache of the jobs a person prepared for a place without a signal: what lies there is never taken to make room. */
export function siteCacheOf(uid: string): string {
  return `site:${uid}`;
}

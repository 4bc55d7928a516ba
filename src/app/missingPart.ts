/** What browsers say when a part of a page cannot be fetched; each says it in its own words. */
const browsersWords = /dynamically imported module|module script failed|Unable to preload/i;

/** A part of the app that is not there: the server has a newer version, or there is no line and it was never kept. */
export class MissingPart extends Error {
  constructor(cause: unknown) {
    // In words of ours: on the browser's, the router would load the page anew by itself, under whatever is typed in it.
    super('A part of the app is missing.', { cause });
    this.name = 'MissingPart';
  }
}

export function isMissingPart(error: unknown): boolean {
  return error instanceof MissingPart || (error instanceof Error && browsersWords.test(error.message));
}

/** Loads a part of the app. @throws MissingPart */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw isMissingPart(error) ? new MissingPart(error) : error;
  }
}

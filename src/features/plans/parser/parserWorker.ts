// PDF.js, which takes its messages from here on. It stands beside the app (`server/build/pdfjsFiles.ts`).
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
import type { ParserNote } from '../page/leftOut.ts';
import { limitInflating } from './limitInflating.ts';
import { type Library, mendParser } from './mendParser.ts';
import { type Kept, passOnlyLetters } from './onlyLetters.ts';

/**
 * The worker that parses. PDF.js warns in its console of what it leaves out of a page, and goes on; this tells the page of it.
 */

/** What a worker can do; the sources are checked as those of a page. */
type Scope = {
  postMessage(note: ParserNote): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void, options: object): void;
};
const scope = globalThis as unknown as Scope & { pdfjsWorker: Library };

type Asked = { action?: string; data?: { pageIndex: number } };

/** What it works for: the page that the library was asked for last. It is asked for one at a time. */
let page = 0;

scope.addEventListener(
  'message',
  ({ data: { action, data, ...kept } }: MessageEvent<Asked & Partial<Kept>>) => {
    // The first message of who reads only.
    if (kept.kept) passOnlyLetters(scope.pdfjsWorker, kept as Kept);
    if (action !== 'GetOperatorList' && action !== 'GetTextContent') return;
    page = (data?.pageIndex ?? 0) + 1;
    if (action === 'GetOperatorList') scope.postMessage({ page });
  },
  // Before the library, which may begin at once.
  { capture: true },
);

console.warn = (warning: unknown) => scope.postMessage({ page, warning: String(warning) });

mendParser(scope.pdfjsWorker);
limitInflating();

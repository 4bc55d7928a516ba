import { documentsCache, documentsPath } from '../src/device/documents.ts';

/** The content policy of the document. It runs nothing; WebKit's viewer styles the page it makes of it. */
const policy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** Whether a page asks for a PDF that it has opened (`src/device/documents.ts`). */
export function isOpenedDocument({ method, url }: Request): boolean {
  const { origin, pathname } = new URL(url);
  return method === 'GET' && origin === location.origin && pathname.startsWith(documentsPath);
}

/** Answers with the document as a PDF, whatever its bytes are, so that they are never rendered as anything else. */
export async function respondWithDocument({ url }: Request): Promise<Response> {
  const stored = await caches.match(url, { cacheName: documentsCache });
  if (!stored)
    return new Response('This document is no longer open. Open it from EV Jobs again.', { status: 404 });
  return new Response(stored.body, {
    headers: {
      'content-type': 'application/pdf',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

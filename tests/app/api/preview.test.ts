import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { previewQuery } from '../../../src/api/attachments.ts';
import { incompleteMark } from '../../../src/contract/files/previewSizes.ts';
import { isIncomplete } from '../../../src/ui/files/PreviewNote.tsx';
import { answerJson, errorOf, testBackend } from '../support/backend.ts';

const backend = testBackend();
const photo = {
  key: 'k1',
  fileName: 'roof.jpg',
  link: '/attachments/k1/roof.jpg',
  contentType: 'image/jpeg',
  size: 'the whole photo'.length,
};

/** Requests a preview as a page that was just opened. */
function ask(file = photo, size: 'thumb' | 'page' = 'thumb') {
  const client = new QueryClient();
  return client.fetchQuery({ ...previewQuery(file, size), retryDelay: 1 });
}

function refuse(status: number, code: string) {
  backend.handle = ({ url }, response) => {
    if (url?.includes('/preview/')) answerJson(response, status, { errorMessage: 'No.', code });
    else response.writeHead(200, { 'ev-jobs': '1', 'content-type': 'image/jpeg' }).end('the whole photo');
  };
}

describe('the preview of a file', () => {
  it('is requested by the file’s key and the size', async () => {
    backend.handle = (_seen, response) =>
      response.writeHead(200, { 'ev-jobs': '1', 'content-type': 'image/webp' }).end('a small picture');
    expect(await (await ask(photo, 'page'))?.text()).toBe('a small picture');
    expect(backend.seen.map(({ url }) => url)).toEqual(['/api/attachments/k1/preview/page']);
  });

  it('is known to lack something by what its bytes say', async () => {
    const pixels = 'pixels'.repeat(1000);
    const said = `<rdf:li>${incompleteMark}</rdf:li>${'.'.repeat(90)}`;
    expect(await isIncomplete(new Blob([pixels, said]))).toBe(true);
    expect(await isIncomplete(new Blob([pixels]))).toBe(false);
  });

  it('is null when the server cannot make one, and the file itself is not downloaded', async () => {
    refuse(404, 'no-preview');
    expect(await ask()).toBeNull();
    expect(backend.seen).toHaveLength(1);
  });

  it('is the file itself, if small, when the backend makes no previews', async () => {
    refuse(404, 'not-found');
    expect(await (await ask())?.text()).toBe('the whole photo');
    expect(await ask({ ...photo, size: 9 * 1024 * 1024 })).toBeNull();
    expect(await ask({ ...photo, contentType: 'application/pdf' })).toBeNull();
    expect(await ask(photo, 'page')).toBeNull();
  });

  it('is the cached photo itself when offline', async () => {
    backend.handle = ({ url }, response) => {
      if (url.includes('/preview/')) response.destroy();
      else response.writeHead(200, { 'ev-jobs': '1', 'content-type': 'image/jpeg' }).end('the kept photo');
    };
    const kept = { ...photo, size: 'the kept photo'.length };
    expect(await (await ask(kept))?.text()).toBe('the kept photo');
    expect(await errorOf(ask({ ...photo, contentType: 'application/pdf' }))).toMatchObject({
      code: 'offline',
    });
  });

  it('is requested again while the server is making it', async () => {
    const made = vi.fn();
    backend.handle = (_seen, response) => {
      made();
      if (made.mock.calls.length < 3)
        answerJson(response, 202, { errorMessage: 'No.', code: 'preview-waits' });
      else response.writeHead(200, { 'ev-jobs': '1', 'content-type': 'image/webp' }).end('a small picture');
    };
    expect(await (await ask())?.text()).toBe('a small picture');
    expect(made).toHaveBeenCalledTimes(3);
  });

  it('is not requested again after a refusal', async () => {
    refuse(403, 'not-approved');
    expect(await errorOf(ask())).toMatchObject({ code: 'not-approved' });
    expect(backend.seen).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { readBlob } from '../../src/api/blob.ts';
import { callForBlob } from '../../src/api/client.ts';
import { answerJson, errorOf, testBackend } from './backend.ts';

const backend = testBackend();

function readFile(onProgress?: (moved: { transferred: number; total: number }) => void) {
  return callForBlob('attachment', { params: { key: 'k1', fileName: 'plan é.pdf' }, onProgress });
}

describe('a file', () => {
  it('comes whole, with its type, and tells its progress', async () => {
    const moved: number[] = [];
    let total = 0;
    backend.handle = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '8' });
      response.write('%PDF');
      setTimeout(() => response.end('-1.7'), 30);
    };
    const blob = await readFile((transfer) => {
      moved.push(transfer.transferred);
      total = transfer.total;
    });
    expect(await blob.text()).toBe('%PDF-1.7');
    expect(blob.type).toBe('application/pdf');
    expect(backend.seen[0]?.url).toBe('/api/attachments/k1/plan%20%C3%A9.pdf');
    expect(moved.at(-1)).toBe(8);
    expect(total).toBe(8);
  });

  it('that is not ours is refused in words', async () => {
    backend.handle = (_seen, response) =>
      answerJson(response, 404, {
        errorMessage: 'This does not exist, or it is not yours to see.',
        code: 'not-found',
      });
    expect(await errorOf(readFile())).toMatchObject({
      message: 'This does not exist, or it is not yours to see.',
      code: 'not-found',
      status: 404,
    });
  });

  it('refused under a 200 is an error, not a file named so', async () => {
    backend.handle = (_seen, response) => answerJson(response, 200, { errorMessage: 'No such file.' });
    expect(await errorOf(readFile())).toMatchObject({ message: 'No such file.', status: 200 });
  });

  it('replaced by a captive portal’s page is not saved', async () => {
    backend.handle = (_seen, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>Sign in</html>');
    expect(await errorOf(readFile())).toMatchObject({ definite: false });
  });

  it('that breaks off on its way is an error', async () => {
    backend.handle = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '100' });
      response.write('%PDF');
      setTimeout(() => response.destroy(), 30);
    };
    expect(await errorOf(readFile())).toMatchObject({ code: 'offline', definite: false });
  });

  it('that stops coming is given up; one that keeps coming is not', async () => {
    const stalls = new Response(new ReadableStream({ start: (to) => to.enqueue(new Uint8Array(4)) }));
    expect(await errorOf(readBlob(stalls, undefined, 40))).toMatchObject({ code: 'timeout' });
    let left = 5;
    const slow = new Response(
      new ReadableStream({
        async pull(to) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          to.enqueue(new Uint8Array(1));
          left -= 1;
          if (left === 0) to.close();
        },
      }),
    );
    expect((await readBlob(slow, undefined, 60)).size).toBe(5);
  });
});

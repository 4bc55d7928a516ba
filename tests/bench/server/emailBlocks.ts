import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readInProcess } from '../../../server/replies/emailReader.ts';

/* Prints the longest block of the event loop while large emails are read: `npx node tests/bench/server/emailBlocks.ts`. */

const head = 'From: clara@ev.test\r\nMIME-Version: 1.0\r\n';
const part = `--x\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${'A'.repeat(76)}\r\n`.repeat(1500)}`;
const emails = {
  '23 MB with 199 parts': `${head}Content-Type: multipart/mixed; boundary=x\r\n\r\n${part.repeat(199)}--x--`,
  '100 KB of addresses': `${head}To: ${'a,'.repeat(50_000)}\r\n\r\nHi`,
};

for (const [name, text] of Object.entries(emails)) {
  const raw = Buffer.from(text);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  const read = await readInProcess(raw, { contentType: '', ours: [] });
  delay.disable();
  const what = 'none' in read ? read.none : `${read.email.files.length} files, ${read.unread ?? 'whole'}`;
  console.log(
    `${name}: ${Math.round(raw.length / 1e5) / 10} MB, ${what}, ${Math.round(performance.now() - began)} ms, longest block ${Math.round(delay.max / 1e6)} ms`,
  );
}

import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const edgePixels = 720;

/** The pages as poppler's `pdftoppm` draws them, as PNG, by their numbers; and its words when there are none. */
export type Drawn = { pages: Map<number, Uint8Array>; words: string };

/** Draws pages 1 to `last` with another program, by which ours is judged. */
export async function drawWithPoppler(file: string, last: number, limitMs: number): Promise<Drawn> {
  const folder = await mkdtemp(join(tmpdir(), 'ev-jobs-poppler-'));
  try {
    const options = ['-cropbox', '-png', '-scale-to', String(edgePixels), '-l', String(last)];
    const child = spawn('pdftoppm', [...options, file, join(folder, 'page')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (part: Buffer) => {
      said = said.length < 2000 ? said + part.toString() : said;
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    const words = await new Promise<string>((resolve) => {
      child.on('error', ({ message }) => resolve(message));
      child.on('close', (_, signal) => resolve(signal ? 'It took too long.' : said.trim()));
    });
    clearTimeout(timer);
    const pages = new Map<number, Uint8Array>();
    for (const name of await readdir(folder)) {
      const bytes = await readFile(join(folder, name));
      if (bytes.length > 0) pages.set(Number(/(\d+)\.png$/.exec(name)?.[1]), bytes);
    }
    return { pages, words };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

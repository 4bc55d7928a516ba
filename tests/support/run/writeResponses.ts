import { readFileSync, writeFileSync } from 'node:fs';
import { samplesNow } from '../contract/responses.ts';

/** Writes down how this version answers, once, when it is released: every later one must read it. */
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const lines = samplesNow().map((sample) => `${JSON.stringify(sample)}\n`);
writeFileSync(`tests/contract/responses/${version}.jsonl`, lines.join(''), { flag: 'wx' });

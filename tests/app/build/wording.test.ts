import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { avoidedTerms } from '../../support/avoidedTerms.ts';

const projectDir = fileURLToPath(new URL('../../../', import.meta.url));

/** The sources whose texts users read: screens, the worker's notifications, and what the server sends and prints. */
const folders = ['src', 'sw', 'server'];

/** SQL is no text for users. */
const sql =
  /^(with|select|insert into|update|delete from|create|alter|drop|set) .*[(=_]|\bis (not )?null\b|::bigint/;

type Node = { type: string; [key: string]: unknown };
type Text = { file: string; text: string };

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Collects the texts of a syntax tree: JSX text, and literals that are words rather than names. */
function collect(node: unknown, found: string[]): void {
  if (Array.isArray(node)) {
    for (const child of node) collect(child, found);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type, ...fields } = node as Node;
  if (type === 'ImportDeclaration' || type === 'TSLiteralType') return;
  if (type === 'JSXText') found.push(String(fields.value));
  if (type === 'Literal' && typeof fields.value === 'string') found.push(fields.value);
  if (type === 'TemplateLiteral') {
    const quasis = fields.quasis as { value: { cooked: string } }[];
    found.push(quasis.map(({ value }) => value.cooked).join('{}'));
  }
  for (const value of Object.values(fields)) collect(value, found);
}

/** Whether a literal is a sentence, a label or a part of one: it has a space between words, or begins like a label. */
function isWording(text: string): boolean {
  return /[a-zA-Z,.’] +[a-zA-Z{“]/.test(text) || /^[A-Z][a-z]+/.test(text);
}

const texts: Text[] = folders.flatMap((folder) =>
  filesIn(join(projectDir, folder)).flatMap((file) => {
    const found: string[] = [];
    collect(parseSync(file, readFileSync(file, 'utf8')).program, found);
    return found
      .map((text) => text.replaceAll(/\s+/g, ' ').trim())
      .filter((text) => isWording(text) && !sql.test(text.toLowerCase()))
      .map((text) => ({ file: relative(projectDir, file), text }));
  }),
);

describe('The texts that users read', () => {
  test('are found in the sources', () => {
    expect(texts.map(({ text }) => text)).toContain('Type your message…');
    expect(texts.length).toBeGreaterThan(1500);
  });

  test.each(avoidedTerms)('say “$use” instead of $avoid', ({ avoid, except }) => {
    const wrong = texts.filter(({ text }) => avoid.test(text) && !except?.test(text));
    expect(wrong).toEqual([]);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const { execPath } = process;

/** Has this process start another program in place of Node, until the test ends; null for Node itself. */
export function runInsteadOfNode(program: string | null): void {
  process.execPath = program ?? execPath;
  onTestFinished(() => {
    process.execPath = execPath;
  });
}

/** Returns a program that is Node, but for one with this among its arguments, which ends as where memory has run out. */
export function scriptThatKills(argument: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'no-room-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const script = join(folder, 'node');
  const lines = ['#!/bin/sh', `case "$*" in *${argument}*) kill -9 $$ ;; esac`, `exec "${execPath}" "$@"`];
  writeFileSync(script, `${lines.join('\n')}\n`, { mode: 0o700 });
  return script;
}

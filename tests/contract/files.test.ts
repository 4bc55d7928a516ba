import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { fieldIssues } from '../../src/contract/errors.ts';
import {
  jobAttachmentFiles,
  jobAttachmentFiles2,
  jobAttachmentFiles2Update,
  pickerAccept,
} from '../../src/contract/files/files.ts';

const oneHundredMb = 104_857_600;

function file(name: string, type = '', size = 1000) {
  return { name, type, size };
}

const allowed = [
  file('plan.pdf', 'application/pdf'),
  file('photo.png', 'image/png'),
  file('photo.jpg', 'image/jpeg'),
  file('all.zip', 'application/zip'),
  file('all.zip', 'application/x-zip-compressed'),
  file('all.zip', 'multipart/x-zip'),
  file('all.ZIP', 'application/octet-stream'),
  file('photo.JPEG', ''),
  // The type refuses nothing: what is in it decides, where it is chosen and on the server.
  file('plan.pdf', 'text/html'),
  file('photo.jpg', 'image/jpg'),
  file('all.zip', 'application/x-compressed'),
];
const foreign = [
  file('photo.heic', 'image/heic'),
  file('photo.heic', ''),
  file('setup.exe', 'application/octet-stream'),
  file('page.html', 'text/html'),
  file('drawing.svg', 'image/svg+xml'),
  file('noname', ''),
];

function message(schema: v.GenericSchema, input: unknown): string | undefined {
  const result = v.safeParse(schema, input);
  return result.success ? undefined : fieldIssues(result.issues)[0]?.message;
}

const rules = {
  jobAttachmentFiles: {
    schema: jobAttachmentFiles,
    empty: undefined,
    type: 'Please select a PDF, ZIP or an image (.PNG, .JP(E)G)',
    size: 'Total files size cannot exceed 100 MB',
  },
  jobAttachmentFiles2: {
    schema: jobAttachmentFiles2,
    empty: 'Attachment must have at least one file selected',
    type: 'Attachment accepts only a PDF, ZIP, or an image (.PNG, .JPEG)',
    size: 'Total files size cannot exceed 100 MB',
  },
  jobAttachmentFiles2Update: {
    schema: jobAttachmentFiles2Update,
    empty: undefined,
    type: 'Attachment accepts only a PDF, ZIP, or an image (.PNG, .JPEG)',
    size: 'Total file size cannot exceed 100 MB',
  },
};

describe.each(Object.entries(rules))('%s', (_name, rule) => {
  test('gives the specification’s message for an empty selection', () => {
    expect(message(rule.schema, [])).toBe(rule.empty);
    expect(message(rule.schema, [null, undefined])).toBe(rule.empty);
  });

  test.each(allowed)('accepts $name of type "$type"', (choice) => {
    expect(message(rule.schema, [choice])).toBeUndefined();
  });

  test.each(foreign)('refuses $name of type "$type"', (choice) => {
    expect(message(rule.schema, [allowed[0], choice])).toBe(rule.type);
  });

  test('accepts 104857600 bytes in total, and not one more', () => {
    const half = file('a.pdf', 'application/pdf', oneHundredMb / 2);
    expect(message(rule.schema, [half, half])).toBeUndefined();
    expect(message(rule.schema, [half, half, file('b.pdf', 'application/pdf', 1)])).toBe(rule.size);
  });

  test('accepts 100 files and no more', () => {
    const many = (count: number) => Array.from({ length: count }, () => file('a.pdf', 'application/pdf'));
    expect(message(rule.schema, many(100))).toBeUndefined();
    expect(message(rule.schema, many(101))).toBe('must have 100 files or fewer');
  });
});

test('the picker offers the types of the specification', () => {
  expect(pickerAccept).toEqual([
    'image/jpeg',
    'image/png',
    'application/pdf',
    'application/zip',
    'application/octet-stream',
    'application/x-zip-compressed',
    'multipart/x-zip',
  ]);
});

import { expect, test } from 'vitest';
import { jobFieldNames } from '../../../src/contract/jobs/jobFields.ts';
import { foldsOf, sectionsOf } from '../../../src/features/jobs/form/formSections.ts';
import { emptyDraft } from '../../../src/features/jobs/form/jobDraft.ts';

const folds = (errors: Record<string, string>) =>
  foldsOf({ values: emptyDraft, files: [], errors, starts: ['Property'] });

test.each(jobFieldNames)('%s is in one section, which an error of it opens', (name) => {
  expect(sectionsOf([name, `${name}.0.part`])).toEqual([{ section: expect.any(String), field: name }]);
});

test('a section with an error must be shown, and the others need not', () => {
  const foldOf = folds({ 'address.city': 'City is a required field', copiesNumber: 'Too many' });
  expect([foldOf('Property').mustShow, foldOf('Delivery').mustShow]).toEqual([true, true]);
  expect([foldOf('Services').mustShow, foldOf('Status').mustShow]).toEqual([false, false]);
  expect([foldOf('Property').startsOpen, foldOf('Delivery').startsOpen]).toEqual([true, false]);
});

test('a folded section says how many links there are beside its files', () => {
  const values = { ...emptyDraft, jobAttachmentLinks: 'https://a.test\nhttps://b.test' };
  const files = [new File(['%PDF-'], 'roof.pdf')];
  expect(foldsOf({ values, files, errors: {}, starts: [] })('Documents').brief).toBe('roof.pdf, 2 links');
});

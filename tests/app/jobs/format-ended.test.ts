import { expect, test } from 'vitest';
import { doneText } from '../../../src/features/jobs/bulk/bulkText.ts';

test.each([
  ['Ines H.', '3 jobs assigned to Ines H.'],
  ['Priya Raman', '3 jobs assigned to Priya Raman.'],
])('a sentence that ends with the name %s has one period', (name, text) => {
  expect(doneText(3, { assignedTo: 'someone@ev.test' }, name)).toBe(text);
});

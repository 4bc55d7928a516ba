import { describe, expect, it } from 'vitest';
import { dueText } from '../../../src/features/jobs/due/dueText.ts';

const now = Date.UTC(2026, 10, 27, 12) / 1000;
const hour = 3600;
const day = 24 * hour;

describe('the text of a due date', () => {
  it.each([
    ['Overdue 13 days', -12 * day - hour],
    ['Overdue 2 days', -day],
    ['Overdue 1 day', 0],
    ['Due today', 1],
    ['Due today', day - 1],
    ['Due tomorrow', day],
    ['Due in 2 days', 2 * day],
    ['Due in 4 days', 4 * day],
    ['Due 12/04/26', 4 * day + 1],
  ])('is %s where its day ends after %i seconds', (text, left) => {
    expect(dueText({ due: { date: '2026-12-04', end: now + left }, status: 'IN_PROGRESS' }, now, true)).toBe(
      text,
    );
  });

  it.each([
    ['Expected 11/03/26, running late', '2026-11-03', -24 * day],
    ['Expected 12/31/2024, running late', '2024-12-31', 0],
    ['Due today', '2026-11-27', 1],
  ])('is %s for a client', (text, date, left) => {
    expect(dueText({ due: { date, end: now + left }, status: 'IN_PROGRESS' }, now, false)).toBe(text);
  });

  it('is empty without a date, and for a job whose clock does not run', () => {
    expect(dueText({ due: null, status: 'IN_PROGRESS' }, now, true)).toBe('');
    expect(dueText({ due: { date: '2026-12-04', end: now }, status: 'ON_HOLD' }, now, true)).toBe('');
  });
});

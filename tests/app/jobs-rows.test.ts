import { describe, expect, it } from 'vitest';
import type { Job } from '../../src/contract/job.ts';
import { pagesJoiner } from '../../src/features/jobs/list/pagesJoiner.ts';
import { rowsToDraw, type Span } from '../../src/features/jobs/list/rowsToDraw.ts';
import { job } from '../support/fakeBackend.ts';

const span = (startIndex: number, endIndex: number): Span => ({ startIndex, endIndex });

describe('the rows of a list that are drawn at once', () => {
  it('are as many as were asked for by a small step', () => {
    expect(rowsToDraw(span(2, 20), span(6, 16), span(0, 18), 6)).toEqual(span(2, 20));
    expect(rowsToDraw(span(0, 18), span(4, 14), span(2, 20), 6)).toEqual(span(0, 18));
  });

  it('are after a leap the first visible ones', () => {
    expect(rowsToDraw(span(496, 520), span(500, 516), span(0, 20), 6)).toEqual(span(500, 505));
  });

  it('come to be all of them, the visible ones first, by no more than so many each time', () => {
    const wanted = span(496, 520);
    const seen = span(500, 516);
    const drawn = [span(0, 20)];
    for (let time = 0; time < 5; time += 1) drawn.push(rowsToDraw(wanted, seen, drawn.at(-1) ?? wanted, 6));
    expect(drawn.slice(1)).toEqual([span(500, 505), span(500, 511), span(500, 517), span(497, 520), wanted]);
  });

  it('grow upwards where the end of what is seen stands already', () => {
    expect(rowsToDraw(span(80, 99), span(84, 99), span(92, 99), 6)).toEqual(span(86, 99));
  });
});

describe('the list of the pages read so far', () => {
  const page = (...ids: string[]) => ({ items: ids.map((jobId): Job => ({ ...job, jobId })) });
  const idsOf = (jobs: readonly Job[]) => jobs.map(({ jobId }) => jobId);

  it('grows by what is new in a new page, and leaves the list before as it was', () => {
    const joined = pagesJoiner();
    const first = page('J1', 'J2');
    const before = joined([first]);
    const after = joined([first, page('J2', 'J3')]);
    expect(idsOf(after)).toEqual(['J1', 'J2', 'J3']);
    expect(idsOf(before)).toEqual(['J1', 'J2']);
    expect(after[0]).toBe(before[0]);
  });

  it('is made anew when an earlier page was read again, and when there are fewer', () => {
    const joined = pagesJoiner();
    const second = page('J3');
    joined([page('J1', 'J2'), second]);
    expect(idsOf(joined([page('J2', 'J9'), second]))).toEqual(['J2', 'J9', 'J3']);
    expect(idsOf(joined([page('J9')]))).toEqual(['J9']);
    expect(idsOf(joined([]))).toEqual([]);
  });
});

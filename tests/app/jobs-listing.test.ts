import { describe, expect, it } from 'vitest';
import { validateJobCreateSearch } from '../../src/features/jobs/jobCreateSearch.ts';
import {
  filtersOn,
  isJobListingCategory,
  needsSearch,
  searchFilterOf,
  validateJobListSearch,
} from '../../src/features/jobs/jobListSearch.ts';

describe('the address bar of the listing', () => {
  it('keeps what is valid', () => {
    const search = {
      q: 'elm',
      status: ['ON_HOLD'],
      category: ['REVISION'],
      priority: 'HIGH',
      assignee: 'nobody',
      reporter: 'client@ev.test',
      since: '2026-11-01',
      until: '2026-11-21',
      sort: 'updated',
    };
    expect(validateJobListSearch(search)).toEqual(search);
  });

  it.each([
    ['a status nobody knows', { status: ['FLYING'] }],
    ['a status that is no list', { status: 'ON_HOLD' }],
    ['an empty list', { status: [] }],
    ['a day that is none', { since: '2026-13-45' }],
    ['an empty text', { q: '  ' }],
    ['a text of 201 characters', { q: 'x'.repeat(201) }],
    ['a foreign parameter', { chat: 'job-1' }],
    ['an order nobody knows', { sort: 'price' }],
  ])('leaves out %s, and keeps the rest', (_, wrong) => {
    expect(validateJobListSearch({ priority: 'HIGH', ...wrong })).toEqual({ priority: 'HIGH' });
  });

  it('reads a number typed as search text as text', () => {
    expect(validateJobListSearch({ q: 62701 })).toEqual({ q: '62701' });
  });

  it('knows its tabs and no other', () => {
    expect(['all', 'in-progress', 're-stamp', 'revision'].every(isJobListingCategory)).toBe(true);
    expect(['IN_PROGRESS', 'toString', ''].some(isJobListingCategory)).toBe(false);
  });

  it('of a new job names the job it revises, or nothing', () => {
    expect(validateJobCreateSearch({ revisionOf: 'job-1', chat: 'x' })).toEqual({ revisionOf: 'job-1' });
    expect(validateJobCreateSearch({ revisionOf: '' })).toEqual({});
  });
});

describe('which call answers a view', () => {
  it.each([
    ['all jobs', 'all', {}, false],
    ['a status tab', 'on-hold', {}, false],
    ['all jobs of chosen statuses', 'all', { status: ['IN_PROGRESS', 'ON_HOLD'] }, false],
    ['the default order, spelt out', 'all', { sort: 'newest' }, false],
    ['a request type tab', 'stamp', {}, true],
    ['a text', 'on-hold', { q: 'elm' }, true],
    ['another order', 'all', { sort: 'oldest' }, true],
    ['an assignee', 'all', { assignee: 'nobody' }, true],
  ] as const)('%s', (_, category, search, searching) => {
    expect(needsSearch(category, validateJobListSearch({ ...search }))).toBe(searching);
  });

  it('asks for everything a view says', () => {
    const search = validateJobListSearch({
      q: 'elm',
      status: ['COMPLETED'],
      priority: 'HIGH',
      assignee: 'nobody',
      reporter: 'client@ev.test',
      since: '2026-11-01',
      until: '2026-11-21',
      sort: 'project',
    });
    expect(searchFilterOf('stamp', search)).toEqual({
      text: 'elm',
      statuses: ['COMPLETED'],
      categories: ['STAMP'],
      jobPriority: 'HIGH',
      assignedTo: '',
      jobReporter: 'client@ev.test',
      from: '2026-11-01',
      to: '2026-11-21',
      sort: 'project',
    });
  });

  it('lets a status tab win over a status left in the address', () => {
    const search = validateJobListSearch({ status: ['COMPLETED'], q: 'elm' });
    expect(searchFilterOf('on-hold', search).statuses).toEqual(['ON_HOLD']);
    expect(filtersOn('on-hold', search)).toEqual({ q: 'elm' });
  });
});

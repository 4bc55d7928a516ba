import { describe, expect, it } from 'vitest';
import { wireValues } from '../../../src/contract/enums.ts';
import {
  type Job,
  type JobListingCategory,
  type JobStats,
  jobSorts,
} from '../../../src/contract/jobs/job.ts';
import { changedBy, statusChoices } from '../../../src/features/jobs/bulk/bulkChange.ts';
import { activeFilters } from '../../../src/features/jobs/filters/activeFilters.ts';
import {
  changedSearch,
  countFilters,
  filtersOn,
  inOrder,
  isJobListingCategory,
  type JobListSearch,
  needsSearch,
  searchFilterOf,
  validateJobListSearch,
  withSort,
} from '../../../src/features/jobs/filters/jobListSearch.ts';
import { splitBy, viewOf, viewsOf } from '../../../src/features/jobs/filters/views.ts';
import { validateJobCreateSearch } from '../../../src/features/jobs/jobCreateSearch.ts';
import { job as plainJob } from '../../support/app/fakeBackend.ts';

describe('the search parameters of the listing', () => {
  it('contain what is valid', () => {
    const search = {
      q: 'elm',
      status: ['ON_HOLD'],
      category: ['REVISION'],
      priority: 'HIGH',
      assignee: 'nobody',
      company: 'Solar Roofs',
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
  ])('leave out %s and keep the rest', (_, wrong) => {
    expect(validateJobListSearch({ priority: 'HIGH', ...wrong })).toEqual({ priority: 'HIGH' });
  });

  it('replace what is no filter, which the router would keep', () => {
    const address = { status: 'IN_PROGRESS,ON_HOLD', since: 'today' };
    const search = { ...address, ...validateJobListSearch(address) } as JobListSearch;
    expect(activeFilters('all', search)).toEqual([]);
    expect(countFilters('all', search)).toBe(0);
    expect(needsSearch('all', search)).toBe(false);
  });

  it('read a number typed as search text as text', () => {
    expect(validateJobListSearch({ q: 62701 })).toEqual({ q: '62701' });
  });

  it('know the tabs and no other', () => {
    expect(['all', 'in-progress', 're-stamp', 'revision'].every(isJobListingCategory)).toBe(true);
    expect(['IN_PROGRESS', 'toString', ''].some(isJobListingCategory)).toBe(false);
  });

  it('name the job that a new job revises, or nothing', () => {
    expect(validateJobCreateSearch({ revisionOf: 'job-1', chat: 'x' })).toEqual({ revisionOf: 'job-1' });
    expect(validateJobCreateSearch({ revisionOf: '' })).toEqual({});
  });
});

describe('a view of the listing', () => {
  it.each([
    ['all jobs', 'all', {}, false],
    ['a status tab', 'on-hold', {}, false],
    ['all jobs of chosen statuses', 'all', { status: ['IN_PROGRESS', 'ON_HOLD'] }, false],
    ['the default order, spelt out', 'all', { sort: 'newest' }, false],
    ['a request type tab', 'stamp', {}, true],
    ['a text', 'on-hold', { q: 'elm' }, true],
    ['another order', 'all', { sort: 'oldest' }, true],
    ['an assignee', 'all', { assignee: 'nobody' }, true],
  ] as const)('calls search or list: %s', (_, category, search, searching) => {
    expect(needsSearch(category, validateJobListSearch({ ...search }))).toBe(searching);
  });

  it('sends all its filters', () => {
    const search = validateJobListSearch({
      q: 'elm',
      status: ['COMPLETED'],
      priority: 'HIGH',
      assignee: 'nobody',
      company: 'Solar Roofs',
      reporter: 'client@ev.test',
      since: '2026-11-01',
      until: '2026-11-21',
      sort: 'project',
    });
    expect(searchFilterOf('stamp', search, '')).toEqual({
      text: 'elm',
      statuses: ['COMPLETED'],
      categories: ['STAMP'],
      jobPriority: 'HIGH',
      assignedTo: '',
      company: 'Solar Roofs',
      jobReporter: 'client@ev.test',
      createdFrom: new Date(2026, 10, 1).getTime() / 1000,
      createdBefore: new Date(2026, 10, 22).getTime() / 1000,
      sort: 'project',
    });
  });

  it('prefers a status tab to a status left in the address', () => {
    const search = validateJobListSearch({ status: ['COMPLETED'], q: 'elm' });
    expect(searchFilterOf('on-hold', search, '').statuses).toEqual(['ON_HOLD']);
    expect(filtersOn('on-hold', search)).toEqual({ q: 'elm' });
  });
});

describe('the views', () => {
  const own = { byStatus: { IN_PROGRESS: 3, ON_HOLD: 1, COMPLETED: 7, CANCELLED: 0 } } as JobStats;
  const stats = { ...own, byCategory: { RE_STAMP: 5 }, total: 90, due: { overdue: 2, soon: 4 } } as JobStats;
  const views = viewsOf(true, 'all', { stats, own });
  const pressed = (category: JobListingCategory, search: JobListSearch) =>
    viewOf(views, category, search).name;

  it('begin for staff with their own open jobs and their count, which a client does not have', () => {
    expect(views[0]).toMatchObject({ name: 'Mine', count: 4 });
    expect(viewsOf(false, 'all', { stats, own: stats }).map(({ name }) => name)).not.toContain('Mine');
  });

  it('have a request type only where the address names it', () => {
    expect(views.map(({ name }) => name)).not.toContain('Re-stamp');
    expect(viewsOf(true, 're-stamp', { stats, own }).map(({ name }) => name)).toContain('Re-stamp');
  });

  it.each([
    ['all', {}, 'All'],
    ['all', { q: 'elm', company: 'Solar Roofs' }, 'All'],
    ['on-hold', {}, 'On hold'],
    ['all', { status: ['ON_HOLD'] }, 'On hold'],
    ['all', { status: ['ON_HOLD', 'CANCELLED'] }, 'All'],
    ['all', { assignee: 'me' }, 'All'],
    ['all', { assignee: 'me', status: ['ON_HOLD', 'IN_PROGRESS'], q: 'elm' }, 'Mine'],
    ['all', { priority: 'HIGH', status: ['IN_PROGRESS', 'ON_HOLD'], sort: 'project' }, 'High priority'],
    ['in-progress', { due: 'overdue' }, 'In progress'],
  ] as const)('follow the filters, one at a time: %s with %o is “%s”', (category, search, name) => {
    expect(pressed(category, validateJobListSearch({ ...search }))).toBe(name);
  });

  it('say their filters themselves: only what narrows them further is listed', () => {
    const search: JobListSearch = { assignee: 'me', status: ['IN_PROGRESS', 'ON_HOLD'], q: 'elm' };
    const { ofView, further } = splitBy(viewOf(views, 'all', search), search);
    expect(further).toEqual({ q: 'elm' });
    expect(ofView).toEqual({ assignee: 'me', status: ['IN_PROGRESS', 'ON_HOLD'] });
  });

  it('of the reader ask for the jobs of whoever reads, by due date', () => {
    const search = inOrder('all', { assignee: 'me', status: ['IN_PROGRESS'] }, true);
    expect(searchFilterOf('all', search, 'ada@ev.test')).toEqual({
      statuses: ['IN_PROGRESS'],
      assignedTo: 'ada@ev.test',
      sort: 'due',
    });
  });
});

describe('the order', () => {
  it('is by due date where staff see what is in progress, overdue or due soon, unless another is chosen', () => {
    expect(inOrder('in-progress', {}, true).sort).toBe('due');
    expect(inOrder('in-progress', { sort: 'newest' }, true).sort).toBe('newest');
    expect(inOrder('in-progress', {}, false).sort).toBe('newest');
    expect(inOrder('all', { status: ['IN_PROGRESS'] }, true).sort).toBe('newest');
    expect(inOrder('all', { due: 'soon' }, true).sort).toBe('due');
    expect(inOrder('all', { due: 'soon' }, false).sort).toBe('newest');
    expect(searchFilterOf('in-progress', inOrder('in-progress', {}, true), '')).toEqual({
      statuses: ['IN_PROGRESS'],
      sort: 'due',
    });
    expect(needsSearch('in-progress', inOrder('in-progress', {}, false))).toBe(false);
  });

  it('is the default one of new filters, unless it was chosen', () => {
    const changed = (chosen: JobListSearch, to: JobListSearch) => changedSearch('all', chosen, to, true);
    expect(changed({}, { sort: 'newest', due: 'soon' })).toEqual({ due: 'soon' });
    expect(changed({ due: 'soon' }, { sort: 'due' })).toEqual({});
    expect(changed({ due: 'soon' }, { due: 'soon', sort: 'newest' })).toEqual({
      due: 'soon',
      sort: 'newest',
    });
    expect(changed({ due: 'soon', sort: 'project' }, { sort: 'project' })).toEqual({ sort: 'project' });
    expect(changed({ sort: 'due' }, { sort: 'due', due: 'overdue' })).toEqual({
      sort: 'due',
      due: 'overdue',
    });
    expect(changed({ sort: 'due', due: 'overdue' }, { sort: 'due' })).toEqual({ sort: 'due' });
    expect(changed({ due: 'soon', sort: 'newest' }, { due: 'soon', sort: 'due' })).toEqual({ due: 'soon' });
  });

  it('leaves the address of a tab by due date when it is that, and stays when it is another', () => {
    expect(withSort({ q: 'elm', sort: 'due' }, 'due', 'due')).toEqual({ q: 'elm' });
    expect(withSort({ q: 'elm' }, 'newest', 'due')).toEqual({ q: 'elm', sort: 'newest' });
  });

  it.each(wireValues(jobSorts))('%s is in the address unless it is the default', (sort) => {
    const kept = withSort({ q: 'elm', sort: 'oldest' }, sort);
    expect(kept).toEqual(sort === 'newest' ? { q: 'elm' } : { q: 'elm', sort });
    expect(validateJobListSearch(kept)).toEqual(kept);
  });
});

describe('the active filters', () => {
  const search = validateJobListSearch({
    q: 'elm',
    status: ['ON_HOLD', 'COMPLETED'],
    category: ['STAMP'],
    priority: 'HIGH',
    assignee: 'emil@ev.test',
    company: 'Solar Roofs',
    reporter: 'clara@ev.test',
    since: '2026-11-01',
    until: '2026-11-21',
    sort: 'oldest',
  });

  it('are each described on their own', () => {
    const names = (email: string) => (email === 'emil@ev.test' ? 'Emil N.' : email);
    expect(activeFilters('all', search, names).map(({ words }) => words)).toEqual([
      '“elm”',
      'Status: On hold',
      'Status: Completed',
      'Request type: Stamp',
      'Priority: High',
      'Assignee: Emil N.',
      'Company: Solar Roofs',
      'Client: clara@ev.test',
      'Submitted on or after 11/01/26',
      'Submitted on or before 11/21/26',
    ]);
  });

  it('are counted without the search text', () => {
    for (const tab of ['all', 'on-hold', 'stamp'] as const) {
      expect(countFilters(tab, search)).toBe(activeFilters(tab, search).length);
    }
    expect(countFilters('all', { sort: 'oldest' })).toBe(0);
    const withChat = { q: 'roof', chat: 'job-1', from: 'messages' };
    expect(countFilters('all', withChat)).toBe(1);
  });

  it('can be removed one by one, leaving the others and the order', () => {
    for (const { key, words, without } of activeFilters('all', search)) {
      const left = activeFilters('all', without);
      expect(
        left.map((one) => one.words),
        key,
      ).not.toContain(words);
      expect(left).toHaveLength(9);
      expect(without.sort).toBe('oldest');
    }
    const [first] = activeFilters('all', { status: ['ON_HOLD'] });
    expect(first?.without).toEqual({});
  });

  it('do not include those that a tab overrides, nor the order', () => {
    expect(activeFilters('on-hold', { status: ['COMPLETED'], sort: 'oldest' })).toEqual([]);
  });
});

describe('a change of several jobs', () => {
  const jobOf = (jobId: string, status: Job['status'], assignedTo = ''): Job => ({
    ...plainJob,
    jobId,
    status,
    assignedTo,
    version: 4,
  });
  const working = jobOf('working', 'IN_PROGRESS');
  const waiting = jobOf('waiting', 'ON_HOLD', 'emil@ev.test');
  const done = jobOf('done', 'COMPLETED');

  function ids(jobs: readonly Job[]) {
    return jobs.map(({ jobId }) => jobId).join(' ');
  }

  it('is offered where every job may get the status or has it, and names the jobs that prevent it', () => {
    const choices = statusChoices([working, waiting, done], 'EMPLOYEE');
    expect(
      choices.map(({ status, changing, staying, barred }) => [
        status,
        ids(changing),
        ids(staying),
        ids(barred),
      ]),
    ).toEqual([
      ['IN_PROGRESS', 'waiting done', 'working', ''],
      ['ON_HOLD', 'working', 'waiting', 'done'],
      ['COMPLETED', 'working waiting', 'done', ''],
      ['CANCELLED', 'working waiting', '', 'done'],
    ]);
  });

  it('leaves out jobs that have the value already', () => {
    expect(ids(changedBy([working, waiting], { status: 'ON_HOLD' }))).toBe('working');
    expect(ids(changedBy([working, waiting], { assignedTo: '' }))).toBe('waiting');
  });
});

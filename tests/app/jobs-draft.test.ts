import { beforeEach, describe, expect, it } from 'vitest';
import {
  dropJobDraft,
  emptyDraft,
  isWorthKeeping,
  jobDraftKey,
  keepJobDraft,
  readJobDraft,
} from '../../src/features/jobs/jobDraft.ts';

class Memory implements Storage {
  readonly items = new Map<string, string>();
  get length() {
    return this.items.size;
  }
  clear() {
    this.items.clear();
  }
  getItem(key: string) {
    return this.items.get(key) ?? null;
  }
  key(index: number) {
    return [...this.items.keys()][index] ?? null;
  }
  removeItem(key: string) {
    this.items.delete(key);
  }
  setItem(key: string, value: string) {
    this.items.set(key, value);
  }
}

const key = jobDraftKey('client@ev.test');
const draft = {
  savedTimestamp: 1_795_000_000,
  fileNames: ['plan.pdf'],
  values: { ...emptyDraft, project: 'Half typed', jobType: 'BUSINESS' as const, copiesNumber: 2 },
};
let storage: Memory;

beforeEach(() => {
  storage = new Memory();
});

describe('the draft of a new job', () => {
  it('comes back as it was typed', () => {
    expect(keepJobDraft(storage, key, draft)).toBe(true);
    expect(readJobDraft(storage, key)).toEqual(draft);
  });

  it('is one person’s: another on the same device finds nothing', () => {
    keepJobDraft(storage, key, draft);
    expect(readJobDraft(storage, jobDraftKey('other@ev.test'))).toBeNull();
  });

  it('of a revision is not that of a plain new job', () => {
    keepJobDraft(storage, key, draft);
    expect(readJobDraft(storage, jobDraftKey('client@ev.test', 'job-1'))).toBeNull();
  });

  it('is gone after sending', () => {
    keepJobDraft(storage, key, draft);
    dropJobDraft(storage, key);
    expect(readJobDraft(storage, key)).toBeNull();
  });

  it.each([
    ['of another version', JSON.stringify({ version: 99, ...draft })],
    ['cut off', '{"version":1,"values":{'],
    [
      'of another shape',
      JSON.stringify({ version: 1, savedTimestamp: 1, fileNames: [], values: { project: 7 } }),
    ],
  ])('%s does no harm', (_, kept) => {
    storage.setItem(key, kept);
    expect(readJobDraft(storage, key)).toBeNull();
  });

  it('is not kept by a browser without room, and says so', () => {
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(keepJobDraft(storage, key, draft)).toBe(false);
  });

  it('is worth keeping once anything was typed or chosen', () => {
    expect(isWorthKeeping(emptyDraft, { ...emptyDraft }, 0)).toBe(false);
    expect(isWorthKeeping(emptyDraft, { ...emptyDraft, message: 'a' }, 0)).toBe(true);
    expect(isWorthKeeping(emptyDraft, emptyDraft, 1)).toBe(true);
  });
});

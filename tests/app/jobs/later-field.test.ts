import { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';
import { call } from '../../../src/api/client.ts';
import { calls } from '../../../src/contract/calls.ts';
import { jobRules } from '../../../src/contract/jobs/jobForms.ts';
import { jobTexts } from '../../../src/features/jobs/fieldText.ts';
import { JobFieldValues } from '../../../src/features/jobs/form/jobFormValues.ts';
import { persistedKey, persistQueries } from '../../../src/offline/persist.ts';
import { job } from '../../support/app/fakeBackend.ts';
import { answerJson, testBackend } from '../support/backend.ts';

const backend = testBackend();

// A later version: its table of fields has one more of each kind, as the recipe says; nothing else knows them.
vi.mock('../../../src/contract/jobs/addedFields.ts', () => ({
  addedFields: {
    gateCode: { is: 'line', label: 'Gate code', column: 'gate_code' },
    roofNotes: { is: 'text', label: 'Roof notes', column: 'roof_notes', later: true },
    roofType: { is: 'choice', of: { UNKNOWN: 'Unknown', FLAT: 'Flat' }, label: 'Roof', column: 'roof_type' },
    siteAddress: { is: 'address', label: 'Site', column: 'site' },
    returnAddress: { is: 'delivery', label: 'Return to', column: 'return_to' },
    prints: { is: 'copies', label: 'Prints', column: 'prints' },
    otherServices: { is: 'services', label: 'Other services', column: 'other_services' },
  },
}));

const none = {
  gateCode: '',
  roofNotes: '',
  roofType: 'UNKNOWN',
  siteAddress: { streetName: '', city: '', state: '', zipcode: '' },
  returnAddress: null,
  prints: null,
  otherServices: [],
};

/** The job as the version before has it. */
const before = Object.fromEntries(Object.entries(job).filter(([name]) => !(name in none)));

afterEach(() => vi.unstubAllGlobals());

const bodies = {
  job: before,
  jobs: { items: [before], startAfter: null },
  updateJob: { job: before, communication: null },
};

test('a server of the version before, and a response that was saved with it, has jobs without later fields', async () => {
  backend.handle = (_seen, response) => answerJson(response, 200, { body: before });
  expect(await call('job', { params: { jobId: 'J1' } })).toEqual({ ...before, ...none });
});

test.each(Object.keys(bodies) as (keyof typeof bodies)[])('%s has jobs without later fields', (name) => {
  const read = v.parse(calls[name].response, bodies[name]);
  expect(JSON.stringify(read)).toContain('"gateCode":""');
});

test('a later choice is one of its values, and the first where an earlier app does not name it', () => {
  const { roofType } = jobRules as unknown as { roofType: v.GenericSchema };
  expect(v.is(roofType, 'FLAT')).toBe(true);
  expect(v.is(roofType, 'THATCHED')).toBe(false);
  expect(v.parse(roofType, undefined)).toBe('UNKNOWN');
});

test('a later field of a newer server is passed over', () => {
  const newer = { ...before, windSpeed: 90, history: [] };
  expect(v.parse(calls.job.response, newer)).toEqual({ ...before, ...none });
});

test('a job that was persisted before opens, and what cannot be read is dropped', async () => {
  const state = { dataUpdatedAt: Date.now(), status: 'success' };
  const queries = [
    { queryKey: ['job', 'J1'], queryHash: '["job","J1"]', state: { ...state, data: before } },
    {
      queryKey: ['jobs', 'ada', []],
      queryHash: '["jobs","ada",[]]',
      state: { ...state, data: { pages: [bodies.jobs], pageParams: [null] } },
    },
    { queryKey: ['job', 'J2'], queryHash: '["job","J2"]', state: { ...state, data: { jobId: 'J2' } } },
  ];
  const clientState = { mutations: [], queries };
  const text = JSON.stringify({ timestamp: Date.now(), buster: '1', clientState });
  const stored = new Map([[persistedKey('ada'), text]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem() {},
    removeItem() {},
  });
  const client = new QueryClient();
  const { restored, stop } = persistQueries(client, 'ada', () => true);
  await restored;
  stop();
  const shown = client.getQueryData<typeof job>(['job', 'J1']);
  expect(shown).toEqual({ ...before, ...none });
  expect(client.getQueryData(['jobs', 'ada', []])).toMatchObject({ pages: [{ items: [none] }] });
  expect(client.getQueryData(['job', 'J2'])).toBeUndefined();
  expect(shown && jobTexts(shown).map(({ text }) => text)).not.toContain('undefined');
});

test('a draft of the version before opens', () => {
  expect(v.parse(JobFieldValues, before)).toMatchObject({ gateCode: '', roofType: '', prints: null });
});

import { expect, test } from 'vitest';
import { announcementOf } from '../../../src/app/shell/ConnectionAnnouncer.tsx';
import { connectionLead, connectionParts, withoutPassing } from '../../../src/app/shell/connectionText.ts';
import { probeWaitMs } from '../../../src/app/start/connection.ts';
import type { RecordState } from '../../../src/outbox/records/commonFields.ts';
import type { OutboxRecord } from '../../../src/outbox/records/record.ts';
import { tallyOf } from '../../../src/outbox/records/tally.ts';

function tally(...states: RecordState[]) {
  return tallyOf(states.map((state) => ({ state, kind: 'message' as const, error: null })));
}

test('sent records are not counted, and uncertain ones are', () => {
  expect(tally('acked', 'queued', 'uncertain', 'sending', 'failed', 'blocked-auth')).toEqual({
    toSend: 3,
    sending: true,
    held: false,
    notSent: 1,
    signIn: 1,
  });
});

test.each<[OutboxRecord['kind'], string, number]>([
  ['update', 'not-approved', 0],
  ['note', 'no-profile', 0],
  ['message', 'forbidden', 1],
])('a %s that failed as “%s” counts as not sent only if the user must act', (kind, code, notSent) => {
  const record = { kind, state: 'failed' as const, error: { code, status: 403, text: 'No.' } };
  expect(tallyOf([record])).toEqual({
    toSend: 1 - notSent,
    sending: false,
    held: false,
    notSent,
    signIn: 0,
  });
});

test('what can still be undone is never “Everything sent”, and what is sent a moment later is', () => {
  const queued = { kind: 'due' as const, state: 'queued' as const, error: null };
  const words = (undoWindowMs: number) =>
    connectionText(true, withoutPassing(true, tallyOf([{ ...queued, undoWindowMs }])));
  expect(words(10_000)).toBe('1 waiting to send');
  expect(words(0)).toBe('Everything sent');
});

function connectionText(...state: Parameters<typeof connectionParts>) {
  return connectionParts(...state)
    .map(({ text, calls }) => (calls ? `!${text}` : text))
    .join(' · ');
}

test.each([
  [true, tally(), '', 'Everything sent', 'all-sent'],
  [true, tally('acked'), '', 'Everything sent', 'all-sent'],
  [true, tally('queued', 'queued', 'queued'), '', '3 waiting to send', 'waiting'],
  [true, tally('sending', 'queued'), '', 'Sending…', 'sending'],
  [true, tally('failed', 'failed'), '', '!2 not sent', 'not-sent'],
  [true, tally('failed', 'queued'), '', '!1 not sent · 1 waiting to send', 'not-sent'],
  [true, tally('blocked-auth'), '', 'Sign in to send', 'sign-in'],
  [false, tally(), '', 'Offline', 'offline'],
  [
    false,
    tally('queued', 'sending', 'uncertain'),
    '10:42\u00a0AM',
    'Offline · jobs as of 10:42\u00a0AM · 3 waiting to send',
    'offline',
  ],
  [false, tally('failed'), '', 'Offline · !1 not sent', 'offline'],
  [false, tally('failed', 'queued'), '10:42\u00a0AM', 'Offline · !1 not sent · 1 waiting to send', 'offline'],
  [true, tally('queued'), '10:42\u00a0AM', '1 waiting to send', 'waiting'],
] as const)(
  'with the server reachable (%s) and %j, the status reads “%s%s”',
  (reachable, counts, jobsFrom, text, lead) => {
    expect(connectionText(reachable, counts, jobsFrom)).toBe(text);
    expect(connectionLead(reachable, counts)).toBe(lead);
  },
);

const calm = { ...tally(), reachable: true };

test.each([
  ['going offline', calm, { ...calm, reachable: false }, /^You’re offline\./],
  ['coming back with nothing to send', { ...calm, reachable: false }, calm, /^Back online\.$/],
  [
    'coming back with something to send',
    { ...tally('queued', 'queued'), reachable: false },
    { ...tally('sending', 'queued'), reachable: true },
    /^Back online\. Sending 2 items\.$/,
  ],
  ['everything gone out', { ...tally('sending'), reachable: true }, calm, /^Everything has been sent\.$/],
  [
    'coming back and everything gone out meanwhile',
    { ...tally('queued'), reachable: false },
    calm,
    /^Back online\. Everything has been sent\.$/,
  ],
  [
    'a refusal',
    { ...tally('sending'), reachable: true },
    { ...tally('failed'), reachable: true },
    /^1 item not sent/,
  ],
  ['one more waiting', calm, { ...tally('queued'), reachable: true }, /^$/],
  [
    'one fewer of several',
    { ...tally('queued', 'queued'), reachable: true },
    { ...tally('queued'), reachable: true },
    /^$/,
  ],
  ['a refused one deleted', { ...tally('failed'), reachable: true }, calm, /^$/],
])('%s is announced to screen readers once, or not at all', (_, before, now, text) => {
  expect(announcementOf(before, now)).toMatch(text);
});

test('the waits between probes grow from 2 s to a minute, with a random part of up to half', () => {
  expect(probeWaitMs(0, 0)).toBe(1000);
  expect(probeWaitMs(0, 0.999)).toBeLessThan(2000);
  expect(probeWaitMs(3, 0)).toBe(8000);
  expect(probeWaitMs(40, 0)).toBe(30_000);
  expect(probeWaitMs(40, 0.999)).toBeLessThan(60_000);
});

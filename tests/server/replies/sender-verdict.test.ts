import { expect, test } from 'vitest';
import { senderVerdict, unnamedServer } from '../../../server/replies/senderVerdict.ts';
import { replyAddressOf, saidIn, take, withReplies, writeEmail } from '../../support/replies/replyServer.ts';
import { newJob } from '../../support/server/jobs.ts';
import { people } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

const clara = people.client.email;
const of = (spf: string, dkim: string, dmarc: string, domain = 'ev.test') =>
  `spf=${spf} (sender IP is 198.51.100.7) smtp.mailfrom=${domain}; dkim=${dkim} (a; b=c) header.d=${domain};dmarc=${dmarc} action=none header.from=ev.test;compauth=pass reason=100`;

test.each<[string, string[], string]>([
  ['that all passed', [of('pass', 'pass', 'pass')], 'pass'],
  ['of a forged sender', [of('fail', 'none', 'fail')], 'fail'],
  ['without a policy, passed for the domain', [of('pass', 'none', 'bestguesspass')], 'pass'],
  ['passed for another domain only', [of('pass', 'pass', 'none', 'evil.test')], 'fail'],
  ['that say nothing', [of('none', 'none', 'none')], 'none'],
  [
    'below those of a server with a name',
    ['mx.other.test; spf=none', of('pass', 'pass', 'pass')],
    'unchecked',
  ],
  ['above forged ones', [of('fail', 'fail', 'fail'), of('pass', 'pass', 'pass')], 'fail'],
  ['of another form', ['i=1; nothing'], 'unchecked'],
  ['that are not there', [], 'unchecked'],
])('results without a name, %s, count where the operator says so', (_, headers, expected) => {
  expect(senderVerdict(headers, unnamedServer, clara)).toBe(expected);
  // Elsewhere they are nobody's.
  expect(senderVerdict(headers, 'mx.ev.test', clara)).toBe('unchecked');
  expect(senderVerdict(headers, '', clara)).toBe('unchecked');
});

test.each<[string, string, string]>([
  ['a result', 'spf=none smtp.mailfrom="a;dmarc=pass "@evil.test; dmarc=fail header.from=ev.test', 'fail'],
  [
    'the beginning of a comment',
    'spf=none smtp.mailfrom="a("@evil.test; dmarc=fail header.from=ev.test',
    'fail',
  ],
  [
    'the end of a comment, and a result',
    'spf=none (no record of "a);dmarc=pass (b"@evil.test) smtp.mailfrom=evil.test; dmarc=fail header.from=ev.test',
    'fail',
  ],
  ['another address', 'spf=pass smtp.mailfrom="a smtp.mailfrom=b@ev.test c"@evil.test; dmarc=none', 'fail'],
  [
    'another domain',
    'dkim=pass header.d=evil.test header.i="a header.d=ev.test b"@evil.test; dmarc=none',
    'fail',
  ],
  ['a quote in a quote', 'spf=none smtp.mailfrom="a\\";dmarc=pass \\"b"@evil.test; dmarc=fail', 'fail'],
  ['a comment without an end', 'spf=none (a smtp.mailfrom=evil.test; dmarc=fail', 'fail'],
  ['a quote without an end', 'spf=none smtp.mailfrom="a; dmarc=fail', 'fail'],
  ['nothing', 'spf=pass smtp.mailfrom="a b"@ev.test; dmarc=none', 'pass'],
])('an address whose quoted name has %s decides nothing', (_, results, expected) => {
  expect(senderVerdict([`mx.ev.test; ${results}`], 'mx.ev.test', clara)).toBe(expected);
});

test.each([
  ['dmarc=pass header.from=EV.test', 'pass'],
  ['dmarc=pass header.from=<clara@ev.test>', 'pass'],
  ['dmarc=pass', 'pass'],
  ['dmarc=pass (p=none) header.from=evil.test', 'fail'],
  ['dmarc=pass header.from=<clara@evil.test>', 'fail'],
  ['spf=pass smtp.mailfrom=ev.test; dmarc=none header.from=evil.test', 'fail'],
])('the results %j vouch for the domain that the server read in From', (results, expected) => {
  expect(senderVerdict([`mx.ev.test; ${results}`], 'mx.ev.test', clara)).toBe(expected);
});

onOneDatabase('a reply of a mail server whose results have no name', (start) => {
  test('is posted where they pass and refused where they fail, and the log says when there were none', async () => {
    const replies = { ...withReplies.replies, authserv: unnamedServer } as NonNullable<
      typeof withReplies.replies
    >;
    const server = await start({ ...withReplies, replies });
    const { jobId } = await newJob(server);
    const to = await replyAddressOf(server, 'client', jobId);
    const write = (text: string, results: string) =>
      take(server, writeEmail({ from: clara, to, text, headers: { 'Authentication-Results': results } }));
    expect(await write('Stamp it.', of('pass', 'pass', 'pass'))).toEqual({ outcome: 'posted' });
    expect(await write('Cancel it.', of('fail', 'none', 'fail'))).toEqual({
      outcome: 'refused',
      reason: 'unverified',
    });
    const warnings = () => server.logs.filter(({ msg }) => msg === 'no one verified who sent an email');
    expect(warnings()).toEqual([]);
    expect(await write('Hello.', '')).toEqual({ outcome: 'posted' });
    expect(warnings()).toMatchObject([{ level: 40, why: 'it has no results of REPLY_AUTHSERV_ID' }]);
    expect(await saidIn(server, jobId)).toEqual(['Stamp it.', 'Hello.']);
  });
});

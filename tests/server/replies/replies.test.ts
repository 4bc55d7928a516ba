import { hash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { gatherSeconds } from '../../../server/data/notify/emailContent.ts';
import { daySeconds, deleteExpired, retentionDays } from '../../../server/data/retention.ts';
import { Unavailable } from '../../../server/errors/errors.ts';
import { replyMarker } from '../../../server/mail/replyMarker.ts';
import { maxEmailBytes, readEmail } from '../../../server/replies/readEmail.ts';
import { colorOf } from '../../../src/contract/colorProfile.ts';
import { maxFiles, maxJobFiles, maxTextLength } from '../../../src/contract/limits.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { logoPng } from '../../support/firm/logos.ts';
import { croppedHeic, croppedSize, withOtherPicture } from '../../support/photos/croppedHeic.ts';
import { heicCorners, heicPhoto, heicSize } from '../../support/photos/heicPhoto.ts';
import { runInsteadOfNode, scriptThatKills } from '../../support/replies/noRoom.ts';
import {
  chatOf,
  type NewEmail,
  replies,
  replyAddressOf,
  saidIn,
  take,
  withReplies,
  writeEmail,
} from '../../support/replies/replyServer.ts';
import { found } from '../../support/server/erasing.ts';
import { messageOf, newJob, send } from '../../support/server/jobs.ts';
import { type PersonName, people, savePeople } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

const clara = people.client.email;
const posted = { outcome: 'posted' };
const refused = (reason: string) => ({ outcome: 'refused', reason });
const ignored = (reason: string) => ({ outcome: 'ignored', reason });

onOneDatabase('a reply by email', (start) => {
  const server = start.forAll(withReplies);
  let jobId: string;
  let to: string;
  beforeEach(async () => {
    ({ jobId } = await newJob(server));
    to = await replyAddressOf(server, 'client', jobId);
    // A day later everybody may be told again.
    server.clock.advance(daySeconds);
    await server.notify();
    server.emails.length = 0;
  });

  const reply = (changes: Partial<NewEmail> = {}) =>
    writeEmail({ from: clara, to, text: 'Go ahead.', ...changes });
  const head = () => `From: ${clara}\r\nTo: ${to}\r\n`;
  const nested = (parts: number) =>
    Array.from(
      { length: parts },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    ).join('');
  /** The emails that tell somebody that nothing was posted. */
  async function told() {
    await server.notify();
    return server.emails.filter(({ kind }) => kind === 'unposted').map(({ to: whom }) => whom);
  }

  test('is a message of its job: from its sender, to the other side, with an event, found and marked like others', async () => {
    expect(await take(server, reply({ text: 'Use the marmalade breaker.' }))).toEqual(posted);
    const [message] = await chatOf(server, jobId);
    expect(message).toMatchObject({
      content: 'Use the marmalade breaker.',
      fromUserId: clara,
      fromUserType: 'CLIENT',
      status: 'NEW',
      fromUserName: 'Clara C.',
    });
    const events = await server.db.query(
      "select actor, for_user from events where kind = 'message' and job_id = $1",
      [jobId],
    );
    expect(events).toEqual([{ actor: clara, for_user: clara }]);
    const found = await server.call('search', {
      as: 'employee',
      body: { text: 'marmalade', kind: 'messages' },
    });
    expect(JSON.stringify(found.answer)).toContain(message?.communicationId);
  });

  test('of staff goes to the client', async () => {
    const fromStaff = await replyAddressOf(server, 'employee', jobId);
    expect(
      await take(server, writeEmail({ from: people.employee.email, to: fromStaff, text: 'Done.' })),
    ).toEqual(posted);
    expect((await chatOf(server, jobId)).at(-1)).toMatchObject({ toUserId: clara, fromUserType: 'EMPLOYEE' });
  });

  describe('with files', () => {
    test('has those that were attached, stored and judged as uploads are', async () => {
      const logo = {
        ...samples.jpeg,
        bytes: Buffer.concat([samples.jpeg.bytes, Buffer.from('logo')]),
        name: 'image001.jpg',
        headers: {
          'Content-ID': '<image001.jpg@01DC>',
          'Content-Disposition': 'inline; filename="image001.jpg"',
        },
      };
      const card = {
        name: 'clara.vcf',
        type: 'text/vcard',
        bytes: Buffer.from('BEGIN:VCARD\r\nEND:VCARD\r\n'),
      };
      const photo = { ...samples.jpeg, headers: { 'Content-Disposition': 'inline; filename="photo.jpeg"' } };
      const plan = { ...samples.pdf, name: '../../plan.exe', type: 'application/octet-stream' };
      expect(
        await take(server, reply({ files: [photo, { ...samples.pdf, name: 'Übersicht.pdf' }, card] })),
      ).toEqual(posted);
      expect(await take(server, reply({ files: [logo], subtype: 'related' }))).toEqual(posted);
      expect(await take(server, reply({ files: [plan] }))).toEqual(posted);
      const messages = await chatOf(server, jobId);
      const names = messages.map(({ fileAttachmentsInfo }) =>
        Object.values(fileAttachmentsInfo).map(({ fileName, contentType }) => `${fileName} ${contentType}`),
      );
      expect(names).toEqual([
        [
          expect.stringMatching(/^photo\.\d{8}T\d{6}\.jpeg image\/jpeg$/),
          expect.stringMatching(/bersicht\.\d{8}T\d{6}\.pdf application\/pdf$/),
        ],
        [expect.stringMatching(/^image001\.\d{8}T\d{6}\.jpg image\/jpeg$/)],
        [expect.stringMatching(/^_\.\._plan\.exe\.\d{8}T\d{6}\.pdf application\/pdf$/)],
      ]);
      const [key = ''] = Object.keys(messages[0]?.fileAttachmentsInfo ?? {});
      const fileName = messages[0]?.fileAttachmentsInfo[key]?.fileName ?? '';
      expect((await server.call('attachment', { as: 'client', params: { key, fileName } })).status).toBe(200);
      expect((await server.call('attachment', { as: 'otherClient', params: { key, fileName } })).status).toBe(
        404,
      );
    });

    test.each([
      ['a program called plan.pdf', { ...samples.exe, name: 'plan.pdf', type: 'application/pdf' }],
      ['a page', samples.html],
      ['an empty file', samples.empty],
    ])('is posted without %s, whose name its sender is told', async (_, file) => {
      const before = await server.storedFiles();
      expect(await take(server, reply({ files: [samples.pdf, file] }))).toEqual(posted);
      expect(await saidIn(server, jobId)).toEqual(['Go ahead.']);
      expect(await server.storedFiles()).toHaveLength(before.length + 1);
      expect(await told()).toEqual([clara]);
      expect(server.emails.at(-1)?.text).toContain(`- ${file.name}\n`);
    });

    test('has the pictures in its text, but not those that came with an earlier one of its sender, nor dots', async () => {
      const inText = { headers: { 'Content-Disposition': 'inline; filename="x"', 'Content-ID': '<x>' } };
      const dot = {
        name: 'dot.gif',
        type: 'image/gif',
        bytes: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
        ...inText,
      };
      // With a remark, as programs for pictures write one, which is not stored.
      const logo = { ...samples.jpeg, bytes: Buffer.from('ffd8fffe00066c6f676fffd9', 'hex'), ...inText };
      const stored = 'ffd8ffd9'.length / 2;
      const photo = {
        ...samples.jpeg,
        bytes: Buffer.concat([samples.jpeg.bytes, Buffer.from('new')]),
        ...inText,
      };
      const all = [
        reply({ files: [logo, dot], subtype: 'related' }),
        reply({ text: 'And.', files: [logo, photo, dot], subtype: 'related' }),
      ];
      for (const raw of all) expect(await take(server, raw)).toEqual(posted);
      for (const raw of all) expect(await take(server, raw)).toEqual({ outcome: 'repeated' });
      const sizes = (await chatOf(server, jobId)).map(({ fileAttachmentsInfo }) =>
        Object.values(fileAttachmentsInfo).map(({ size }) => size),
      );
      expect(sizes).toEqual([[stored], [photo.bytes.length]]);
      expect(await told()).toEqual([]);
      // To another job it may be a photo that was pasted again.
      const other = await newJob(server);
      const elsewhere = await replyAddressOf(server, 'client', other.jobId);
      expect(await take(server, reply({ to: elsewhere, files: [logo], subtype: 'related' }))).toEqual(posted);
      const [message] = await chatOf(server, other.jobId);
      expect(Object.values(message?.fileAttachmentsInfo ?? {})).toHaveLength(1);
    });

    test('says of a picture of its signature that cannot be posted once a day, and of a file each time', async () => {
      const logo = {
        ...{
          name: 'image001.gif',
          type: 'image/gif',
          bytes: Buffer.from('GIF89a, of eighty by twenty pixels'),
        },
        headers: { 'Content-Disposition': 'inline; filename="image001.gif"', 'Content-ID': '<x>' },
      };
      const signed = (text: string) => reply({ text, files: [logo], subtype: 'related' });
      expect(await take(server, signed('One.'))).toEqual(posted);
      expect(await told()).toEqual([clara]);
      expect(server.emails.at(-1)?.text).toContain('- image001.gif\n');
      expect(await take(server, signed('Two.'))).toEqual(posted);
      expect(await told()).toEqual([clara]);
      server.clock.advance(daySeconds);
      expect(await take(server, signed('Three.'))).toEqual(posted);
      expect(await told()).toEqual([clara, clara]);
      for (const text of ['Four.', 'Five.']) {
        expect(await take(server, reply({ text, files: [{ ...logo, headers: {} }] }))).toEqual(posted);
      }
      expect(await told()).toHaveLength(4);
    });

    test('says of the card of its sender, which comes with each email, once a day', async () => {
      const bytes = Buffer.from('BEGIN:VCARD\r\nFN:Clara\r\nEND:VCARD\r\n');
      const cards = [
        { name: 'Clara.vcf', type: 'text/vcard', bytes },
        { name: 'Clara.VCF', type: 'application/octet-stream', bytes },
      ];
      for (const card of cards)
        expect(await take(server, reply({ text: card.type, files: [card] }))).toEqual(posted);
      expect(await told()).toEqual([clara]);
      expect(server.emails.at(-1)?.text).toContain('- Clara.vcf\n');
      const other = {
        name: 'Dan.vcf',
        type: 'text/x-vcard',
        bytes: Buffer.from('BEGIN:VCARD\r\nFN:Dan\r\n'),
      };
      expect(await take(server, reply({ text: 'Ask Dan.', files: [other] }))).toEqual(posted);
      expect(await told()).toEqual([clara, clara]);
    });

    test('has not the firm’s logo, which the email that it answers had, also where a program attaches it', async () => {
      const picture = (await logoPng('green')).toString('base64');
      await server.call('saveFirm', { as: 'admin', body: { name: 'Baker', address: '', color: '' } });
      await server.call('saveLogo', { as: 'admin', body: { picture } });
      await server.call('testEmail', { as: 'admin', body: {} });
      const bytes = Buffer.from(server.emails.at(-1)?.logo ?? '', 'base64');
      expect(bytes.length).toBeGreaterThan(100);
      server.emails.length = 0;
      const inText = {
        headers: { 'Content-Disposition': 'inline; filename="image001.png"', 'Content-ID': '<x>' },
      };
      const logo = { name: 'image001.png', type: 'image/png', bytes };
      expect(await take(server, reply({ files: [{ ...logo, ...inText }], subtype: 'related' }))).toEqual(
        posted,
      );
      expect(await take(server, reply({ text: 'And.', files: [logo, samples.pdf] }))).toEqual(posted);
      const types = (await chatOf(server, jobId)).map(({ fileAttachmentsInfo }) =>
        Object.values(fileAttachmentsInfo).map(({ contentType }) => contentType),
      );
      expect(types).toEqual([[], ['application/pdf']]);
      expect(await told()).toEqual([]);
      await server.db.query('delete from firm_pictures');
      await server.db.query('delete from firm');
    });

    test('that the job has no room for is posted without them, and names them to its sender', async () => {
      const sentBy = people.employee.email;
      await server.db.query(
        `insert into attachments (key, job_id, file_name, content_type, size, sha256, uploaded_by, created)
          select 'full ' || $1 || n, $1, 'a.pdf', 'application/pdf', 1, '', $2, 0 from generate_series(1, $3::int) n`,
        [jobId, sentBy, maxJobFiles - 1],
      );
      const files = ['one.pdf', 'two.pdf', 'three.pdf'].map((name) => ({ ...samples.pdf, name }));
      expect(await take(server, reply({ text: 'All three.', files }))).toEqual(posted);
      expect(await take(server, reply({ text: 'Again.', files: files.slice(1) }))).toEqual(posted);
      const sent = (await chatOf(server, jobId)).map(({ content, fileAttachmentsInfo }) => [
        content,
        Object.values(fileAttachmentsInfo).length,
      ]);
      expect(sent).toEqual([
        ['All three.', 1],
        ['Again.', 0],
      ]);
      expect(await told()).toEqual([clara, clara]);
      const [first = '', second = ''] = server.emails.map(({ text }) => text);
      for (const text of [first, second]) expect(text).toMatch(/- two\.pdf\n.*- three\.pdf\n/s);
      expect(first).not.toContain('one.pdf');
    });

    test.each([
      ['HEIC photos', heicPhoto(), heicSize],
      ['cropped HEIC photos', croppedHeic, croppedSize],
      ['HEIC photos beside a picture of a kind that is not read', withOtherPicture(heicPhoto()), heicSize],
    ])('that are %s has JPEGs of them, in their own colors', async (_, bytes, size) => {
      const photo = { name: 'IMG_7.HEIC', type: 'image/heic', bytes };
      expect(await take(server, reply({ files: [photo] }))).toEqual(posted);
      const [message] = await chatOf(server, jobId);
      expect(Object.values(message?.fileAttachmentsInfo ?? {})).toMatchObject([
        { contentType: 'image/jpeg', fileName: expect.stringMatching(/^IMG_7\.\d{8}T\d{6}\.jpg$/) },
      ]);
      const [key = ''] = Object.keys(message?.fileAttachmentsInfo ?? {});
      const jpeg = await buffer(await server.files.get(key));
      const { icc, width, height } = await sharp(jpeg).metadata();
      expect({ width, height }).toEqual(size);
      expect(icc?.equals(colorOf(bytes).profile ?? Buffer.alloc(0))).toBe(true);
      const { data } = await sharp(jpeg).toColorspace('srgb').raw().toBuffer({ resolveWithObject: true });
      const corner = heicCorners.topRight.map((value, channel) =>
        Math.abs(value - (data[(width - 10) * 3 + channel] ?? 0)),
      );
      expect(Math.max(...corner)).toBeLessThan(30);
      expect(await told()).toEqual([]);
    });

    test('comes again while the machine has no room to read a photo, for an hour', async () => {
      const photo = { name: 'IMG_7.HEIC', type: 'image/heic', bytes: heicPhoto() };
      const raw = reply({ text: 'The roof.', files: [photo] });
      runInsteadOfNode(scriptThatKills('heicProgram'));
      const unavailable = { name: 'Refusal', code: 'unavailable' };
      await expect(take(server, raw)).rejects.toMatchObject(unavailable);
      server.clock.advance(59 * 60);
      await expect(take(server, raw)).rejects.toMatchObject(unavailable);
      expect(await told()).toEqual([]);
      runInsteadOfNode(null);
      expect(await take(server, raw)).toEqual(posted);
      const [message] = await chatOf(server, jobId);
      expect(Object.values(message?.fileAttachmentsInfo ?? {})).toMatchObject([
        { contentType: 'image/jpeg' },
      ]);
      // On a machine that never has room, its text is not lost.
      const other = reply({ text: 'The wall.', files: [photo] });
      runInsteadOfNode(scriptThatKills('heicProgram'));
      await expect(take(server, other)).rejects.toMatchObject(unavailable);
      server.clock.advance(60 * 60);
      expect(await take(server, other)).toEqual(posted);
      expect(await told()).toEqual([clara]);
      const report = server.emails.findLast(({ to }) => to === people.client.email);
      expect(report?.text).toContain('- IMG_7.HEIC\n');
    });

    test('that no program but one opens names them to its sender for each email', async () => {
      const tnef = {
        name: 'winmail.dat',
        type: 'application/ms-tnef',
        bytes: Buffer.from('eJ8+IgAA', 'base64'),
      };
      for (const text of ['One.', 'Two.'])
        expect(await take(server, reply({ text, files: [tnef] }))).toEqual(posted);
      expect(await told()).toEqual([clara, clara]);
      expect(server.emails.at(-1)?.text).toContain('- winmail.dat\n');
    });
  });

  describe('that comes twice', () => {
    test('is posted once, also when both come at once or by another way, and its files are stored once', async () => {
      const raw = reply({ text: 'Only once', files: [samples.pdf] });
      const taken = await Promise.all([take(server, raw), take(server, raw), take(server, raw)]);
      expect(taken.map(({ outcome }) => outcome).sort()).toEqual(['posted', 'repeated', 'repeated']);
      const again = Buffer.concat([Buffer.from('Received: by another way\r\n'), raw]);
      expect(await take(server, again)).toEqual({ outcome: 'repeated' });
      expect(await saidIn(server, jobId)).toEqual(['Only once']);
      const [row] = await server.db.query<{ files: number }>(
        'select count(*)::int as files from attachments where job_id = $1 and communication_id is not null',
        [jobId],
      );
      expect(row?.files).toBe(1);
      expect(await told()).toEqual([]);
    });

    test('without a Message-ID is recognised by its bytes', async () => {
      const raw = reply({ headers: { 'Message-ID': '' } });
      expect(await take(server, raw)).toEqual(posted);
      expect(await take(server, raw)).toEqual({ outcome: 'repeated' });
      expect(await take(server, reply({ text: 'Another', headers: { 'Message-ID': '' } }))).toEqual(posted);
    });

    test('is posted once without a Message-ID too, whatever mail servers wrote above it', async () => {
      const raw = reply({ headers: { 'Message-ID': '' } });
      expect(await take(server, raw)).toEqual(posted);
      const again = Buffer.concat([Buffer.from('Received: by another way\r\n'), raw]);
      expect(await take(server, again)).toEqual({ outcome: 'repeated' });
    });

    test('is two messages when a program gave one Message-ID to two emails', async () => {
      const headers = { 'Message-ID': '<twice@mail.ev.test>' };
      expect(await take(server, reply({ text: 'One', headers }))).toEqual(posted);
      expect(await take(server, reply({ text: 'Two', headers }))).toEqual(posted);
      expect(await take(server, reply({ text: 'Two', headers, files: [samples.pdf] }))).toEqual(posted);
      expect(await take(server, reply({ text: 'One', headers }))).toEqual({ outcome: 'repeated' });
      expect(await saidIn(server, jobId)).toEqual(['One', 'Two', 'Two']);
    });

    test('of two users with one Message-ID is two messages', async () => {
      const headers = { 'Message-ID': '<same@mail.ev.test>' };
      const other = await replyAddressOf(server, 'employee', jobId);
      expect(await take(server, reply({ headers }))).toEqual(posted);
      expect(
        await take(server, writeEmail({ from: people.employee.email, to: other, text: 'Hello', headers })),
      ).toEqual(posted);
    });
  });

  describe('by who', () => {
    test.each<[string, PersonName, string, object]>([
      ['the client of the job', 'client', clara, posted],
      ['staff', 'employee', people.employee.email, posted],
      ['an admin', 'admin', people.admin.email, posted],
      [
        'another client with a token for this job',
        'otherClient',
        people.otherClient.email,
        refused('no-access'),
      ],
      ['a user pending approval', 'pending', people.pending.email, refused('no-access')],
      ['a declined user', 'refused', people.refused.email, refused('no-access')],
      ['a user without a role', 'unspecified', people.unspecified.email, refused('no-access')],
      [
        'another client with the token of the client',
        'client',
        people.otherClient.email,
        refused('wrong-sender'),
      ],
      ['staff with the token of the client', 'client', people.employee.email, refused('wrong-sender')],
      ['a stranger with the token of the client', 'client', 'eve@elsewhere.test', refused('wrong-sender')],
    ])('writes: %s', async (_, owner, from, expected) => {
      const address = await replyAddressOf(server, owner, jobId);
      const before = await saidIn(server, jobId);
      expect(await take(server, writeEmail({ from, to: address, text: 'Rights of now' }))).toEqual(expected);
      expect(await saidIn(server, jobId)).toEqual(
        expected === posted ? [...before, 'Rights of now'] : before,
      );
      expect(await told()).toEqual(expected === posted ? [] : [from]);
    });

    test('is judged when it arrives, not when we wrote', async () => {
      const approve = (userApproved: boolean) =>
        server.call('updateProfiles', { as: 'admin', body: { profiles: [{ email: clara, userApproved }] } });
      await approve(false);
      expect(await take(server, reply())).toEqual(refused('no-access'));
      await approve(true);
      expect(await take(server, reply())).toEqual(posted);
    });

    test('has several senders, or none, is ignored', async () => {
      for (const from of [
        `${clara}, eve@elsewhere.test`,
        '',
        'nobody',
        'Clara <clara@ev.test> <eve@elsewhere.test>',
        'users: clara@ev.test;',
        `"${'\\"'.repeat(500)}" <${clara}>`,
      ]) {
        expect(await take(server, reply({ from, headers: { 'Return-Path': '' } })), from).toEqual(
          ignored('broken'),
        );
      }
      const twice = Buffer.concat([Buffer.from('From: eve@elsewhere.test\r\n'), reply()]);
      expect(await take(server, twice)).toEqual(ignored('broken'));
      expect(await saidIn(server, jobId)).toEqual([]);
    });

    test.each([
      ['a name that is the address', `"${clara}" <eve@elsewhere.test>`],
      ['an encoded name', '=?utf-8?q?clara=40ev.test?= <eve@elsewhere.test>'],
      ['an encoded address', '=?utf-8?q?=3Cclara=40ev.test=3E?= <eve@elsewhere.test>'],
      ['a name that is shown backwards', '\u202etset.ve@aralc\u202c <eve@elsewhere.test>'],
      ['a comment', 'eve@elsewhere.test (clara@ev.test)'],
      ['letters of another script', 'сlara@ev.test'],
      ['a subdomain', 'clara@mail.ev.test'],
      ['a tag', 'clara+x@ev.test'],
      ['a character that nobody sees', 'clara\u200b@ev.test'],
    ])('passes for nobody else with %s', async (_, from) => {
      const headers = { 'Return-Path': '<eve@elsewhere.test>' };
      const { outcome } = await take(server, reply({ from, headers }));
      expect(outcome).not.toBe('posted');
      expect(await saidIn(server, jobId)).toEqual([]);
    });

    test('is staff no more has the rights of a client', async () => {
      const address = await replyAddressOf(server, 'employee', jobId);
      const email = people.employee.email;
      const become = (userType: string) =>
        server.call('updateProfiles', { as: 'admin', body: { profiles: [{ email, userType }] } });
      await become('CLIENT');
      const raw = writeEmail({ from: email, to: address, text: 'Still here' });
      expect(await take(server, raw)).toEqual(refused('no-access'));
      await become('EMPLOYEE');
      expect(await take(server, raw)).toEqual(posted);
    });

    test('writes their address in another case is the same user', async () => {
      expect(await take(server, reply({ from: 'Clara <CLARA@EV.Test>', to: to.toUpperCase() }))).toEqual(
        posted,
      );
    });
  });

  describe('with a verdict of our provider', () => {
    const results = (text: string, more: Record<string, string> = {}) => ({
      'Authentication-Results': text,
      ...more,
    });
    test.each<[string, string, object]>([
      [
        'DMARC passes',
        'mx.ev.test; dkim=fail header.d=ev.test; dmarc=pass (p=REJECT) header.from=ev.test',
        posted,
      ],
      [
        'DMARC fails',
        'mx.ev.test; dkim=pass header.d=ev.test; dmarc=fail (p=NONE) header.from=ev.test',
        refused('unverified'),
      ],
      ['DKIM of the domain passes', 'mx.ev.test; dkim=pass header.i=@ev.test header.s=a; spf=none', posted],
      [
        'DKIM of a subdomain passes',
        'mx.ev.test 1; dkim=pass header.d=mail.ev.test; spf=fail smtp.mailfrom=ev.test',
        posted,
      ],
      [
        'SPF of the domain passes',
        'mx.ev.test; dkim=none; spf=pass (sender (is) ok) smtp.mailfrom=clara@ev.test',
        posted,
      ],
      [
        'another domain passes alone',
        'mx.ev.test; dkim=pass header.d=evil.test; spf=pass smtp.mailfrom=evil.test',
        refused('unverified'),
      ],
      [
        'a similar domain passes alone',
        'mx.ev.test; dkim=pass header.d=notev.test; spf=none',
        refused('unverified'),
      ],
      ['DKIM fails', 'mx.ev.test; dkim=fail header.d=ev.test; spf=none', refused('unverified')],
      ['SPF fails', 'mx.ev.test; spf=softfail smtp.mailfrom=ev.test', refused('unverified')],
      ['nothing was checked', 'mx.ev.test; none', posted],
      ['nothing was found', 'mx.ev.test; dkim=none; spf=none; dmarc=none', posted],
      ['another server says that it fails', 'mx.elsewhere.test; dmarc=fail', posted],
      ['nonsense', 'mx.ev.test; ;;= dkim; )', posted],
    ])('%s', async (_, text, expected) => {
      expect(await take(server, reply({ headers: results(text) }))).toEqual(expected);
    });

    test('only the topmost counts: the sender may have written one below', async () => {
      const forged = reply({ headers: results('mx.ev.test; dmarc=pass') });
      const raw = Buffer.concat([Buffer.from('Authentication-Results: mx.ev.test; dmarc=fail\r\n'), forged]);
      expect(await take(server, raw)).toEqual(refused('unverified'));
    });

    test('a forged address of somebody without the token is not written to', async () => {
      const headers = results('mx.ev.test; dmarc=fail');
      expect(await take(server, reply({ from: people.employee.email, headers }))).toEqual(
        ignored('unverified'),
      );
      expect(await told()).toEqual([]);
    });
  });

  describe('that a program wrote is ignored, and never answered:', () => {
    test.each<[string, Record<string, string>]>([
      [
        'an absence note of Exchange',
        {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          Subject: 'Automatic reply: News',
        },
      ],
      [
        'an absence note of Gmail',
        { 'Auto-Submitted': 'auto-replied', Precedence: 'bulk', 'X-Autoreply': 'yes' },
      ],
      ['an absence note of Outlook.com', { 'Auto-Submitted': 'auto-generated; owner-email="x"' }],
      ['an absence note of Yahoo', { 'X-Autoreply': 'yes' }],
      ['an absence note of procmail', { Precedence: 'junk', 'X-Loop': clara }],
      ['an absence note of cPanel', { 'X-Autorespond': 'Re: News' }],
      [
        'a ticket system',
        { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'DR, OOF, AutoReply' },
      ],
      [
        'a bounce of Postfix',
        {
          'Return-Path': '<>',
          From: 'MAILER-DAEMON@ev.test (Mail Delivery System)',
          'Auto-Submitted': 'auto-replied',
          Subject: 'Undelivered Mail Returned to Sender',
        },
      ],
      [
        'a bounce of Exchange',
        { 'Return-Path': '<>', From: 'postmaster@ev.test', Subject: 'Undeliverable: News' },
      ],
      [
        'a bounce of Gmail',
        { From: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>', 'X-Failed-Recipients': clara },
      ],
      [
        'a bounce of SES',
        { From: 'MAILER-DAEMON@amazonses.com', Subject: 'Delivery Status Notification (Failure)' },
      ],
      ['a bounce with the sender’s own address', { 'Return-Path': '<>' }],
      ['our own email', { From: `EV Jobs <${replies.sender}>` }],
      ['our own answer', { From: `EV Jobs <${replies.sender}>`, 'Auto-Submitted': 'auto-replied' }],
      ['a mail from the reply address', { From: replies.address }],
    ])('%s', async (_, headers) => {
      const { 'Return-Path': path, ...rest } = headers;
      const raw = writeEmail({
        from: clara,
        to,
        text: 'I am away.',
        headers: { ...rest, ...(path && { 'Return-Path': path }) },
      });
      expect(await take(server, raw)).toEqual(ignored('automatic'));
      expect(await saidIn(server, jobId)).toEqual([]);
      expect(await told()).toEqual([]);
    });

    test.each<[string, Record<string, string>]>([
      ['Proton Mail and Amazon WorkMail', { 'Feedback-ID': '12345:user:proton' }],
      ['a firm that wants no absence notes', { 'X-Auto-Response-Suppress': 'All' }],
      ['Auto-Submitted: no', { 'Auto-Submitted': 'no' }],
      ['a program that says that it is none', { 'X-Autoreply': 'no', 'X-Autogenerated': 'false' }],
      ['a rule that forwards', { 'X-MS-Exchange-Inbox-Rules-Loop': clara }],
      ['a relay of a firm', { Precedence: 'bulk' }],
      ['a person who writes of their absence', { Subject: 'Out of office until Monday: who stamps A1?' }],
      ['a person who took over a subject', { Subject: 'Automatic reply: News' }],
      ['a person who writes of a bounce', { Subject: 'Undeliverable: the county’s answer' }],
      ['a person in German', { Subject: 'Gelesen: alles in Ordnung' }],
      ['a person in Spanish', { Subject: 'Fuera de oficina' }],
    ])('but not what a person wrote with the header fields of %s', async (_, headers) => {
      expect(await take(server, reply({ headers }))).toEqual(posted);
    });

    test('an email that asks for no automatic answer gets none, unless its sender has a token', async () => {
      const headers = { 'X-Auto-Response-Suppress': 'All' };
      const unknown = `reply+${'1'.repeat(40)}@in.ev.test`;
      expect(await take(server, reply({ to: unknown, headers }))).toEqual(refused('expired'));
      expect(await told()).toEqual([]);
      // A person waits for it.
      expect(await take(server, reply({ text: '', headers }))).toEqual(refused('empty'));
      expect(await told()).toEqual([clara]);
    });

    test.each([
      ['a report of a delivery', 'multipart/report; report-type=delivery-status; boundary=x'],
      ['a read receipt', 'multipart/report; report-type=disposition-notification; boundary=x'],
    ])('%s', async (_, type) => {
      const raw = Buffer.from(
        `From: ${clara}\r\nTo: ${to}\r\nSubject: News\r\nContent-Type: ${type}\r\n\r\n--x\r\n\r\nYour message was read.\r\n--x--\r\n`,
      );
      expect(await take(server, raw)).toEqual(ignored('automatic'));
    });

    test('what the mail server was given without a sender', async () => {
      expect(await take(server, reply(), { returnPath: '' })).toEqual(ignored('automatic'));
    });
  });

  describe('to a token', () => {
    test('that is unknown is told to users only', async () => {
      const unknown = `reply+${'0'.repeat(40)}@in.ev.test`;
      expect(await take(server, reply({ to: unknown }))).toEqual(refused('expired'));
      expect(await take(server, reply({ to: unknown, from: 'eve@elsewhere.test' }))).toEqual(
        ignored('no-token'),
      );
      expect(await take(server, reply({ to: unknown, from: people.pending.email }))).toEqual(
        ignored('no-token'),
      );
      for (const other of [replies.address, 'reply+x@in.ev.test', 'office@ev.test', `${to}.evil.test`]) {
        expect(await take(server, reply({ to: other })), other).toEqual(refused('expired'));
      }
      expect(await told()).toEqual([clara]);
      expect(await saidIn(server, jobId)).toEqual([]);
    });

    test('that is older than its days is unknown, and then deleted', async () => {
      server.clock.advance((retentionDays.replies - 1) * daySeconds - 1);
      expect(await take(server, reply())).toEqual(posted);
      server.clock.advance(1);
      expect(await take(server, reply())).toEqual(refused('expired'));
      server.clock.advance(1);
      const now = Math.floor(server.clock.nowMs / 1000);
      await deleteExpired(server.db, 'replies', { days: retentionDays.replies, now });
      expect(
        await server.db.query('select 1 from reply_tokens where job_id = $1 and email = $2', [jobId, clara]),
      ).toEqual([]);
    });

    test('is found wherever the mail server wrote it', async () => {
      const elsewhere = { to: 'undisclosed-recipients:;' };
      expect(await take(server, reply({ ...elsewhere, headers: { 'Delivered-To': to } }))).toEqual(posted);
      expect(await take(server, reply({ ...elsewhere, headers: { 'X-Original-To': to } }))).toEqual(posted);
      expect(
        await take(server, reply({ ...elsewhere, headers: { Cc: `Emil <emil@ev.test>, EV <${to}>` } })),
      ).toEqual(posted);
      expect(await take(server, reply(elsewhere), { recipients: [to] })).toEqual(posted);
    });

    test('that is the sender’s own counts before that of another recipient', async () => {
      const others = await replyAddressOf(server, 'employee', jobId);
      expect(await take(server, reply({ to: `${others}, ${to}` }))).toEqual(posted);
    });

    test('is not looked for in the subject or the text', async () => {
      const raw = reply({ to: 'office@ev.test', text: to, headers: { Subject: `Re: ${to}` } });
      expect(await take(server, raw)).toEqual(refused('expired'));
    });

    test('that leaked has us write to one stranger a day, unless our provider vouches for them', async () => {
      const strangers = ['eve', 'mallory', 'trudy'].map((name) => `${name}@elsewhere.test`);
      for (const from of strangers)
        expect(await take(server, reply({ from }))).toEqual(refused('wrong-sender'));
      expect(await told()).toEqual(strangers.slice(0, 1));
      const headers = { 'Authentication-Results': 'mx.ev.test; dmarc=pass header.from=elsewhere.test' };
      for (const from of strangers) await take(server, reply({ from, headers }));
      // Several emails are sent at the same time.
      expect((await told()).toSorted()).toEqual([...strangers.slice(0, 1), ...strangers].toSorted());
    });

    test('is stored as its hash alone', async () => {
      const [, token = ''] = /\+(\w{40})@/.exec(to) ?? [];
      const rows = await server.db.query('select * from reply_tokens');
      expect(JSON.stringify(rows)).not.toContain(token);
    });
  });

  describe('that has nothing to post is told to its sender:', () => {
    test.each<[string, Partial<NewEmail>, string]>([
      ['no text', { text: '' }, 'empty'],
      [
        'the quote alone',
        { text: 'On Tue, Nov 24, 2026 at 9:15 AM EV Jobs <jobs@ev.test> wrote:\n> Hi' },
        'empty',
      ],
      ['a signature alone', { text: '\n-- \nClara' }, 'empty'],
      ['a file without text', { text: '', files: [samples.pdf] }, 'empty'],
      ['too much text', { text: 'x'.repeat(maxTextLength + 1) }, 'too-long'],
      [
        'text that PGP encrypted',
        { text: '-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----' },
        'unreadable',
      ],
    ])('%s', async (_, changes, reason) => {
      expect(await take(server, reply(changes))).toEqual(refused(reason));
      expect(await saidIn(server, jobId)).toEqual([]);
      expect(await told()).toEqual([clara]);
    });

    test('a hundred and fifty files, of which a hundred are posted', async () => {
      const before = await server.storedFiles();
      const files = Array.from({ length: 150 }, () => samples.pdf);
      expect(await take(server, reply({ files }))).toEqual(posted);
      expect(await server.storedFiles()).toHaveLength(before.length + maxFiles);
      expect(await told()).toEqual([clara]);
    });

    test('more parts than are read', async () => {
      const files = Array.from({ length: 300 }, () => samples.pdf);
      expect(await take(server, reply({ files }))).toEqual(refused('too-complex'));
      expect(await saidIn(server, jobId)).toEqual([]);
      expect(await told()).toEqual([clara]);
    });

    test.each(['enveloped-data', 'signed-data'])('text in one piece of S/MIME, %s', async (type) => {
      const raw = Buffer.from(
        `From: ${clara}\r\nTo: ${to}\r\nSubject: News\r\nContent-Type: application/pkcs7-mime; smime-type=${type}; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\nMIAGCSqG\r\n`,
      );
      expect(await take(server, raw)).toEqual(refused('unreadable'));
      expect(await told()).toEqual([clara]);
      // What Outlook signs without plain text is not encrypted, and its sender looks for what to turn off.
      expect(server.emails.at(-1)?.text).toContain('encrypted, or signed without');
    });

    test('an email that is too large, of which the beginning is read', async () => {
      const raw = Buffer.concat([reply(), Buffer.alloc(maxEmailBytes, 'x')]);
      expect(await take(server, raw)).toEqual(refused('too-large'));
      expect(await take(server, reply(), { isCut: true })).toEqual(refused('too-large'));
      expect(await told()).toEqual([clara, clara]);
    });
  });

  test('has no address in an email about a staff note, whose answer would go to the client', async () => {
    await server.call('addStaffNote', {
      as: 'employee',
      body: { jobId, note: 'Do not tell the client', mentions: [people.admin.email] },
    });
    await send(server, jobId, 'client', 'Any news?');
    await server.notify();
    server.clock.advance(gatherSeconds);
    await server.notify();
    const [mention, ...others] = server.emails.filter(({ text }) =>
      text.includes('mentioned you in a staff note'),
    );
    expect(mention).toMatchObject({ to: people.admin.email, kind: 'notice', thread: jobId });
    expect(mention).not.toHaveProperty('replyTo');
    expect(mention?.text).not.toContain('Reply to this email');
    expect(others).toEqual([]);
    expect(server.emails.some(({ replyTo }) => replyTo !== undefined)).toBe(true);
  });

  test('that was not posted is told to a user for each email, to others once a day, as an automatic answer that says nothing of the job', async () => {
    const raw = reply({ text: '' });
    for (let times = 0; times < 3; times += 1) await take(server, raw);
    await take(server, reply({ text: '' }));
    for (const id of ['<eve1@elsewhere.test>', '<eve2@elsewhere.test>'])
      await take(server, reply({ from: 'eve@elsewhere.test', headers: { 'Message-ID': id } }));
    expect((await told()).toSorted()).toEqual([clara, clara, 'eve@elsewhere.test']);
    const toClara = server.emails.find((email) => email.to === clara);
    const toEve = server.emails.find((email) => email.to !== clara);
    expect(toClara).toMatchObject({
      subject: 'Your reply wasn’t posted',
      text: expect.stringContaining('Hi Clara,'),
    });
    expect(toEve).toMatchObject({
      answers: '<eve1@elsewhere.test>',
      text: expect.stringContaining('Hello,'),
    });
    expect(toEve).not.toHaveProperty('replyTo');
    const { project, jobCode } = (await server.call('job', { as: 'admin', params: { jobId } })).answer;
    for (const canary of [project, jobCode, jobId, 'Clara', 'Solar Roofs', to]) {
      expect(`${toEve?.subject}${toEve?.text}${toEve?.html}`).not.toContain(canary);
    }
  });

  test('of a user whose mailbox has the name of a server is posted', async () => {
    const office = { ...people.otherClient, email: 'postmaster@roofs.test', uid: 'uid-postmaster' };
    await savePeople(server.db, [office], server.clock.nowMs);
    const job = await newJob(server);
    await server.db.query('update jobs set job_reporter = $2 where job_id = $1', [job.jobId, office.email]);
    const address = await replyAddressOf(server, office, job.jobId);
    expect(await take(server, writeEmail({ from: office.email, to: address, text: 'From us.' }))).toEqual(
      posted,
    );
    expect(await saidIn(server, job.jobId)).toEqual(['From us.']);
  });

  test('that a program writes again and again is posted sixty times a day, and each further one told', async () => {
    for (let times = 0; times < 60; times += 1)
      expect(await take(server, reply({ text: `I am away ${times}.` }))).toEqual(posted);
    const more = reply({ text: 'One more.' });
    expect(await take(server, more)).toEqual(refused('too-many'));
    expect(await take(server, reply({ text: 'And one.' }))).toEqual(refused('too-many'));
    expect(await told()).toEqual([clara, clara]);
    expect(await saidIn(server, jobId)).toHaveLength(60);
    const other = await newJob(server);
    const elsewhere = await replyAddressOf(server, 'client', other.jobId);
    expect(await take(server, reply({ to: elsewhere }))).toEqual(posted);
    server.clock.advance(daySeconds);
    expect(await take(server, more)).toEqual(posted);
  });

  test('from a group that put its own address in the place of its sender’s is told to the owner of the token, never to the group', async () => {
    const from = 'Clara via Roofs <roofs@groups.test>';
    const headers = { 'List-Id': '<roofs.groups.test>', Precedence: 'list' };
    for (const text of ['One.', 'Two.'])
      expect(await take(server, reply({ from, text, headers }))).toEqual(refused('wrong-sender'));
    expect(await saidIn(server, jobId)).toEqual([]);
    expect(await told()).toEqual([clara]);
  });

  test('that a group passed on is posted, and one by a stranger is not answered', async () => {
    const headers = {
      'List-Id': '<reply.in.example.com>',
      Precedence: 'list',
      'List-Unsubscribe': '<mailto:x@y.test>',
    };
    expect(await take(server, reply({ text: 'Passed on.', headers }))).toEqual(posted);
    const unknown = `reply+${'1'.repeat(40)}@in.ev.test`;
    for (const to of [unknown, replies.address])
      expect(await take(server, reply({ from: 'eve@elsewhere.test', to, headers }))).toEqual(
        ignored('automatic'),
      );
    expect(await saidIn(server, jobId)).toEqual(['Passed on.']);
    expect(await told()).toEqual([]);
  });

  test('that was shortened has its whole text for those who may read it', async () => {
    const text = `The left one.\n\nOn Tue, Nov 24, 2026 EV Jobs <${to}> wrote:\n> ${replyMarker}\n> To: Clara Client <${clara}>`;
    expect(await take(server, reply({ text }))).toEqual(posted);
    expect(await take(server, reply({ text: 'Whole.' }))).toEqual(posted);
    const [message, whole] = await chatOf(server, jobId);
    expect(message).toMatchObject({ content: 'The left one.', shortened: true });
    expect(whole).not.toHaveProperty('shortened');
    const params = { communicationId: message?.communicationId ?? '' };
    for (const as of ['client', 'employee'] as const)
      expect((await server.call('wholeText', { as, params })).answer).toEqual({
        // Without the secret of its sender.
        text: text.replace(/\+[0-9a-f]{40}@/, '+…@'),
      });
    expect((await server.call('wholeText', { as: 'otherClient', params })).status).toBe(404);
    expect((await server.call('wholeText', { as: 'pending', params })).status).toBe(403);
    expect((await server.call('wholeText', { as: null, params })).status).toBe(401);
  });

  test('has a whole text only where it was shortened, and no staff note has one', async () => {
    expect(await take(server, reply({ text: 'Whole.' }))).toEqual(posted);
    const [message] = await chatOf(server, jobId);
    const { noteId } = (
      await server.call('addStaffNote', { as: 'employee', body: { jobId, note: 'For us alone' } })
    ).answer;
    for (const communicationId of [message?.communicationId ?? '', noteId, 'unknown'])
      for (const as of ['client', 'employee', 'admin'] as const)
        expect((await server.call('wholeText', { as, params: { communicationId } })).status).toBe(404);
  });

  test('that was shortened goes with its erased sender, from every table', async () => {
    const profile = people.client.profile && {
      ...people.client.profile,
      firstName: 'Zenobia',
      lastName: 'Zebra',
    };
    const zoe = { ...people.client, email: 'zoe@zebras.test', uid: 'uid-zoe', profile };
    await savePeople(server.db, [zoe], server.clock.nowMs);
    const job = await newJob(server);
    await server.db.query('update jobs set job_reporter = $2 where job_id = $1', [job.jobId, zoe.email]);
    const quote = `On Tue, Nov 24, 2026 EV Jobs <${replies.sender}> wrote:\n> Which wombat?`;
    const fromZoe = `The left one.\n\n-- \nZenobia, 17 Quokka Lane\n\n${quote}`;
    const fromStaff = `It is.\n\nOn Tue, Nov 24, 2026 EV Jobs <${replies.sender}> wrote:\n> Zenobia Z. wrote:\n> Which numbat?`;
    const address = (who: { email: string } | PersonName) => replyAddressOf(server, who, job.jobId);
    const { email } = people.employee;
    for (const raw of [
      writeEmail({ from: zoe.email, to: await address(zoe), text: fromZoe }),
      writeEmail({ from: email, to: await address('employee'), text: fromStaff }),
    ])
      expect(await take(server, raw)).toEqual(posted);
    await server.notify();
    // Nothing but its own column ever has it: no event, no stored response, no queued email.
    for (const canary of ['quokka', 'wombat', 'numbat'])
      expect(await found(server.db, [canary])).toEqual(['messages.whole']);
    const body = { email: zoe.email, keepCompany: false };
    expect((await server.call('eraseUser', { as: 'admin', body, key: 'erase zoe' })).status).toBe(200);
    for (const canary of ['quokka', 'wombat', 'zenobia'])
      expect(await found(server.db, [canary])).toEqual([]);
    const [one, other] = await chatOf(server, job.jobId);
    expect([one?.content, other?.content]).toEqual(['The left one.', 'It is.']);
    expect(one).not.toHaveProperty('shortened');
    const params = { communicationId: one?.communicationId ?? '' };
    expect((await server.call('wholeText', { as: 'admin', params })).status).toBe(404);
    // That of another sender stays, without the name in its quote.
    const others = { communicationId: other?.communicationId ?? '' };
    expect((await server.call('wholeText', { as: 'admin', params: others })).answer.text).toContain('numbat');
  });

  test('whose key its sender claimed by a call is posted', async () => {
    const raw = reply({ text: 'Mine.' });
    const { headers, id, whole, files } = await readEmail(raw, []);
    expect(headers.length).toBeGreaterThan(0);
    const key = hash('sha256', JSON.stringify([id, jobId, whole, ...files.map(({ sha256 }) => sha256)]));
    const body = messageOf(jobId, 'client', 'Claimed.') as never;
    const claimed = await server.call('updateJob', { as: 'client', key: `email ${key}`, body });
    expect(claimed.status).toBe(200);
    expect(await take(server, raw)).toEqual(posted);
  });

  test.each<[string, (whole: Buffer) => Buffer | string, object]>([
    ['nothing', () => '', ignored('broken')],
    [
      'bytes of anything',
      () => Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 256)),
      ignored('broken'),
    ],
    ['half an email', (whole) => whole.subarray(0, whole.length / 2), refused('empty')],
    ['headers without an end', (whole) => `X: ${'y'.repeat(300_000)}\r\n${whole}`, ignored('broken')],
    [
      'a thousand parts',
      () =>
        `${head()}Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n\r\ny\r\n'.repeat(1000)}--x--`,
      refused('too-complex'),
    ],
    ['parts in parts', () => `${head()}${nested(400)}`, refused('too-complex')],
    ['ten thousand parts in parts', () => `${head()}${nested(10_000)}`, refused('too-complex')],
    ['a header of 1 MB', (whole) => `X: ${'y'.repeat(1_000_000)}\r\n${whole}`, ignored('broken')],
    [
      'a sender of escaped quotes',
      () => `From: "${'\\"'.repeat(60_000)}${clara}\r\nTo: ${to}\r\n\r\nHi`,
      ignored('broken'),
    ],
    ['recipients without end', () => `From: ${clara}\r\nTo: ${to}${',a'.repeat(60_000)}\r\n\r\nHi`, posted],
    [
      'an unknown character set',
      () => `${head()}Content-Type: text/plain; charset=klingon\r\n\r\nHi`,
      posted,
    ],
    [
      'wrong base64',
      () => `${head()}Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!`,
      refused('empty'),
    ],
    [
      'deep HTML',
      () => `${head()}Content-Type: text/html\r\n\r\n${'<div>'.repeat(50_000)}x`,
      refused('too-complex'),
    ],
    ['a NUL in its text', () => `${head()}\r\na\0b`, posted],
    [
      'a NUL in the name of a file that is not accepted',
      () =>
        `${head()}Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nHi\r\n--x\r\nContent-Type: image/gif; name="=?utf-8?Q?a=00b.gif?="\r\nContent-Disposition: attachment\r\n\r\nGIF\r\n--x--`,
      posted,
    ],
  ])('of %s breaks nothing', async (_, make, expected) => {
    const raw = Buffer.from(make(reply({ files: [samples.pdf] })));
    expect(await take(server, raw)).toEqual(expected);
    expect(await take(server, reply({ text: 'Still here' }))).toEqual(posted);
  });

  test.each([
    ['windows-1252', 'Gr\xfc\xdfe \x96 5 \x80', 'Grüße – 5 €'],
    ['iso-2022-jp', '\x1b$BEl5~\x1b(B', '東京'],
    ['koi8-r', '\xd0\xd2\xc9\xd7\xc5\xd4', 'привет'],
    ['gb18030', '\xc4\xe3\xba\xc3', '你好'],
    ['euc-kr', '\xbe\xc8\xb3\xe7', '안녕'],
    ['utf-8; format=flowed', 'One long \r\nline.\r\n-- \r\nClara', 'One long line.'],
  ])('in %s is read', async (charset, bytes, expected) => {
    const head = `From: ${clara}\r\nTo: ${to}\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`;
    expect(await take(server, Buffer.from(`${head}${bytes}\r\n`, 'latin1'))).toEqual(posted);
    expect(await saidIn(server, jobId)).toEqual([expected]);
  });

  test('in base64 with lines and characters that do not belong there is read', async () => {
    const head = `From: ${clara}\r\nTo: ${to}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
    const bytes = Buffer.from('Grüße aus Zürich').toString('base64').replace(/.{5}/g, '$&\r\n !');
    expect(await take(server, Buffer.from(`${head}${bytes}\r\n`))).toEqual(posted);
    expect(await saidIn(server, jobId)).toEqual(['Grüße aus Zürich']);
  });

  test('keeps what its sender signs and passes on', async () => {
    const header =
      'From: Utility <plans@utility.test>\nDate: Mon, Nov 23, 2026 at 3:00 PM\nSubject: Meter\nTo: <clara@ev.test>';
    const text = `See below.\n\n---------- Forwarded message ---------\n${header}\n\nMeter 5 is approved.`;
    expect(await take(server, reply({ text: 'Fine.\n\nClara' }))).toEqual(posted);
    expect(await take(server, reply({ text, headers: { Subject: 'Fwd: Meter' } }))).toEqual(posted);
    expect(await saidIn(server, jobId)).toEqual(['Fine.\n\nClara', text]);
  });

  test('leaves no address, token, name or text in the log', async () => {
    for (const changes of [
      {},
      { text: '' },
      { from: 'eve@elsewhere.test' },
      { files: [samples.exe] },
      { headers: { 'List-Id': 'x' } },
    ]) {
      await take(server, reply({ text: 'Canary words', ...changes }));
    }
    await server.notify();
    const log = JSON.stringify(server.logs);
    expect(log).toContain('an email arrived');
    expect(log).not.toMatch(
      /clara@|eve@|elsewhere|Canary words|reply\+|in\.ev\.test|mail\.ev\.test|setup\.exe/i,
    );
  });

  test('of an erased user finds nothing of them, and leaves nothing', async () => {
    await send(server, jobId, 'employee', 'Hello');
    const raw = writeEmail({
      from: people.otherClient.email,
      to: await replyAddressOf(server, 'otherClient', jobId),
      text: '',
    });
    await take(server, raw);
    await server.call('eraseUser', {
      as: 'admin',
      body: { email: people.otherClient.email, keepCompany: false },
      key: 'erase',
    });
    expect(await take(server, raw)).toEqual(ignored('no-token'));
    expect(
      await server.db.query('select 1 from reply_tokens where email = $1', [people.otherClient.email]),
    ).toEqual([]);
    expect(JSON.stringify(await server.db.query('select * from unposted_replies'))).not.toContain('otto');
  });
});

onOneDatabase('a reply while something is away', (start) => {
  test('is tried again later, and no file of it stays', async () => {
    const server = await start({ ...withReplies, errorsExpected: true });
    const { jobId } = await newJob(server);
    const to = await replyAddressOf(server, 'client', jobId);
    const raw = writeEmail({ from: clara, to, text: 'Later', files: [samples.pdf] });
    const { put } = server.files;
    server.files.put = () => Promise.reject(new Unavailable('files'));
    await expect(take(server, raw)).rejects.toThrow(Unavailable);
    server.files.put = put;
    const { tx } = server.db;
    server.db.tx = () => Promise.reject(new Unavailable('database'));
    await expect(take(server, raw)).rejects.toThrow(Unavailable);
    server.db.tx = tx;
    expect(await server.storedFiles()).toEqual([]);
    expect(await take(server, raw)).toEqual(posted);
    expect(await saidIn(server, jobId)).toEqual(['Later']);
  });

  test('that came before is known although its files cannot be removed', async () => {
    const server = await start(withReplies);
    const { jobId } = await newJob(server);
    const to = await replyAddressOf(server, 'client', jobId);
    const raw = writeEmail({ from: clara, to, text: 'Once', files: [samples.pdf] });
    expect(await take(server, raw)).toEqual(posted);
    server.files.remove = () => Promise.reject(new Unavailable('files'));
    expect(await take(server, raw)).toEqual({ outcome: 'repeated' });
  });

  test('is limited like other writes of its sender', async () => {
    const server = await start({ ...withReplies, rateLimit: {} });
    const text = '€'.repeat(maxTextLength);
    let to = '';
    for (let times = 0; times < 350; times += 1) {
      // A program is stopped after sixty to one job.
      if (times % 50 === 0) to = await replyAddressOf(server, 'client', (await newJob(server)).jobId);
      const raw = writeEmail({ from: clara, to, text });
      const taken = await take(server, raw).catch((error: unknown) => error);
      if (taken instanceof Error) {
        expect(taken).toMatchObject({ code: 'rate-limited' });
        return;
      }
    }
    throw new Error('nothing was limited');
  });
});

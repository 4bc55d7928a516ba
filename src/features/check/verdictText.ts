import { firmName, type SealCheck } from '../../contract/proof/proof.ts';
import { clockTime, exactDay } from '../../format/date.ts';
import type { Standing, Verdict } from './verify.ts';

/** `good`: may be built by. `bad`: must not. `open`: not known. */
export type Said = { tone: 'good' | 'bad' | 'open'; title: string; text: string };

const askFirm = `Ask ${firmName} before you use the sheet.`;

/** "As of 10:42 AM": when the list that says so was made. */
function asOfText(asOf: number | null): string {
  return asOf === null ? '' : `, as of ${clockTime(asOf * 1000)}`;
}

function standingText(revision: number, { state, by, asOf }: Pick<Standing, 'state' | 'by' | 'asOf'>): Said {
  const genuine = `Genuine, revision ${revision}`;
  const at = asOfText(asOf);
  if (state === 'current') return { tone: 'good', title: `${genuine}, current${at}`, text: '' };
  if (state === 'superseded')
    return {
      tone: 'bad',
      title: `${genuine}, superseded by revision ${by}${at}`,
      text: 'Don’t use this sheet. Get the current revision.',
    };
  if (state === 'withdrawn')
    return { tone: 'bad', title: `${genuine}, withdrawn${at}`, text: `Don’t use this sheet. ${askFirm}` };
  const list =
    asOf === null
      ? 'This device has no list of superseded sheets.'
      : `This device’s list of superseded sheets is from ${clockTime(asOf * 1000)}.`;
  return { tone: 'open', title: genuine, text: `${list} Connect to see whether the sheet is still current.` };
}

/** Says what the statement of a QR code is worth. */
export function verdictText(verdict: Verdict): Said {
  switch (verdict.is) {
    case 'no-seal':
      return { tone: 'open', title: 'Not a seal', text: 'This code isn’t one of a signature report.' };
    case 'other-firm':
      return {
        tone: 'open',
        title: 'Another firm’s seal',
        text: `It leads to ${verdict.host}, and says nothing about ${firmName}. Check it there.`,
      };
    case 'unknown-key':
      return {
        tone: 'bad',
        title: `Not signed by a key of ${firmName}`,
        text: `It is forged, or newer than the keys on this device. Connect and check again. ${askFirm}`,
      };
    case 'forged':
      return {
        tone: 'bad',
        title: 'Not genuine',
        text: `Someone changed or made up what this code says. ${firmName} didn’t sign it.`,
      };
    case 'ended-key':
      return {
        tone: 'bad',
        title: 'Signed with a key that no longer counts',
        text: `${firmName} has replaced this key. ${askFirm}`,
      };
    case 'not-checked':
      return {
        tone: 'open',
        title: 'Not checked',
        text: `This device has no keys of ${firmName}, or this browser can’t check signatures. Connect, or use a newer browser.`,
      };
    case 'genuine':
      return standingText(verdict.statement.revision, verdict);
  }
}

/** Says what the firm's record has about a seal now. @param isSigned whether a genuine statement led here */
export function recordText({ seal }: SealCheck, isSigned: boolean): Said {
  if (!seal)
    return {
      tone: 'bad',
      title: isSigned ? 'Genuine, but not on record' : 'No seal found',
      text: isSigned
        ? `A key of ${firmName} signed this, but ${firmName} has no record of it. ${askFirm}`
        : 'There is no seal at this address. Check that it is complete.',
    };
  const { state, revision, issued, since, by } = seal;
  const text = `Issued by ${firmName} on ${exactDay(issued)}.`;
  const day = since === null ? '' : ` since ${exactDay(since)}`;
  if (state === 'CURRENT') return { tone: 'good', title: `Revision ${revision} is current`, text };
  if (state === 'SUPERSEDED')
    return {
      tone: 'bad',
      title: `Revision ${revision} is superseded by revision ${by}${day}`,
      text: `${text} Don’t use this sheet. Get the current revision.`,
    };
  return {
    tone: 'bad',
    title: `Revision ${revision} is withdrawn${day}`,
    text: `${text} Don’t use this sheet. ${askFirm}`,
  };
}

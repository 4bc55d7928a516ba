import { printable } from './der.ts';
import { day, makeIdentity, nameOf, purposes } from './identities.ts';

const now = Date.now();

/** Those who sign in tests: a board that the firm trusts, one that it does not, and whom they have issued certificates. */
const board = makeIdentity({ name: 'Board CA', isIssuer: true, keyNumber: 1 });
const office = makeIdentity({
  name: 'Office CA',
  isIssuer: true,
  issuer: board,
  key: 'P-384',
  hash: 'sha384',
});
const stranger = makeIdentity({ name: 'Stranger CA', isIssuer: true, keyNumber: 2 });
/** One that calls itself by the name of the board. */
const impostor = makeIdentity({ name: 'Board CA', isIssuer: true, keyNumber: 3 });
const by = (name: string, more: Partial<Parameters<typeof makeIdentity>[0]> = {}) =>
  makeIdentity({ name, issuer: board, key: 'RSA-2048', keyNumber: 1, ...more });
const ada = by('Ada Seal PE');
/** The name of the board as other programs write it. */
const boardWritten = nameOf('ENGINEERING  Board ', 'board CA', printable);

export const people = {
  board,
  office,
  boardWritten,
  gus: by('Gus Printed PE', { keyNumber: 7, issuerName: boardWritten }),
  stranger,
  ada,
  ben: by('Ben Stamp PE', { keyNumber: 2 }),
  cora: by('Cora Small PE', { issuer: office, key: 'P-256', keyNumber: 4 }),
  dan: by('Dan Curve PE', { key: 'P-384', keyNumber: 5, hash: 'sha384' }),
  eve: by('Eve Long PE', { key: 'RSA-3072' }),
  finn: by('Finn Edwards PE', { key: 'Ed25519' }),
  clock: by('Clock of the board', { key: 'P-256', keyNumber: 6, purpose: purposes.stamps }),
  strangeClock: by('Clock of a stranger', {
    issuer: stranger,
    key: 'P-256',
    keyNumber: 6,
    purpose: purposes.stamps,
  }),
  unknown: by('Ulf Unknown', { issuer: stranger }),
  forged: by('Ada Seal PE', { issuer: impostor, serial: ada.serial }),
  alone: makeIdentity({ name: 'Alma Alone', key: 'RSA-2048', keyNumber: 1 }),
  expired: by('Otto Old', { from: now - 500 * day, to: now - 100 * day }),
  early: by('Nora New', { from: now + 5 * day, to: now + 100 * day }),
  server: by('www.example.com', { purpose: purposes.servers }),
  cipher: by('Carl Cipher', { usage: 0x20 }),
  short: by('Sam Short', { key: 'RSA-1024' }),
  weaklyIssued: by('Willa Weak', { hash: 'sha1' }),
  issuedByNoIssuer: by('Max Minor', { issuer: ada }),
  /** Whoever has the name and number of Ada, with another key. */
  swapped: by('Ada Seal PE', { keyNumber: 2, serial: ada.serial }),
} as const;

/** What the firm trusts in tests. */
export const trust = { issuers: [board.certificate], now };

import { genuineCases, otherCases, unprovenCases } from '../../support/seals/cases.ts';
import { people } from '../../support/seals/people.ts';
import { SealedPdf } from '../../support/seals/SealedPdf.ts';

/** Returns a document of the tables of signatures by its name, and the certificate of the board that the firm trusts, both in base64. */
export function sealedPdf(_: unknown, name: string): { pdf: string; issuer: string } {
  const found = [...genuineCases, ...unprovenCases, ...otherCases].find((one) => one.name === name);
  const text =
    'BT /F1 10 Tf 20 100 Td (This item has been digitally signed and sealed by Ada Seal PE.) Tj ET';
  const claiming = SealedPdf.make({ 6: `<< /Length ${text.length} >>\nstream\n${text}\nendstream` });
  const bytes = found?.bytes() ?? (name === 'claims a seal' ? claiming : SealedPdf.make()).bytes;
  return {
    pdf: bytes.toString('base64'),
    issuer: people.board.certificate.toString('base64'),
  };
}

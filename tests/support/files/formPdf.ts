import { pdfOf } from '../../../server/seed/pdf.ts';

/** Without Node, so that pages make it too. */

const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
const at = (x: number, y: number, w = 200, h = 24) => `x="${x}pt" y="${y}pt" w="${w}pt" h="${h}pt"`;
const draw = (x: number, y: number, text: string) =>
  `<draw ${at(x, y)}><font typeface="Arial" size="12pt"/><value><text>${text}</text></value></draw>`;
const field = (name: string, y: number, ui: string) => `<field name="${name}" ${at(50, y)}>${ui}</field>`;
const captioned = (text: string) => `<caption reserve="80pt"><value><text>${text}</text></value></caption>`;
const marks = '<items><text>1</text><text>0</text></items>';

/** What stands in the form and where, in points from the corner of its page. */
export const formWords = {
  title: { text: 'Interconnection request', page: 1, x: 50, y: 50 },
  owner: { text: 'Ines Duarte', page: 1, x: 50, y: 100 },
  notes: { text: 'Main breaker derated', page: 1, x: 50, y: 140 },
  utility: { text: 'Riverbend Power', page: 1, x: 50, y: 180 },
  second: { text: 'Sheet of inverters', page: 2, x: 50, y: 50 },
} as const;

const template = `<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="form1" layout="tb" locale="en_US">
<pageSet><pageArea name="P"><contentArea x="0pt" y="0pt" w="600pt" h="400pt"/><medium stock="custom" short="400pt" long="600pt" orientation="landscape"/></pageArea></pageSet>
<subform name="one" w="600pt" h="390pt" layout="position">${draw(50, 50, formWords.title.text)}
${field('owner', 100, `<ui><textEdit><border><edge/></border></textEdit></ui>${captioned('Owner')}`)}
${field('notes', 140, '<ui><textEdit multiLine="1"/></ui>')}
${field('utility', 180, '<ui><choiceList/></ui><items><text>Lake Electric</text><text>Riverbend Power</text></items>')}
${field('agreed', 220, `<ui><checkButton/></ui>${captioned('Agreed')}${marks}`)}
${field('denied', 260, `<ui><checkButton/></ui>${captioned('Denied')}${marks}`)}</subform>
<subform name="two" w="600pt" h="390pt" layout="position"><breakBefore targetType="pageArea" startNew="1"/>${draw(50, 50, formWords.second.text)}</subform>
</subform></template>`;
const values = `<form1><one><owner>${formWords.owner.text}</owner><notes>${formWords.notes.text}</notes><utility>${formWords.utility.text}</utility><agreed>1</agreed><denied>0</denied></one></form1>`;

/**
 * Creates a form of two pages that is laid out by a program; the only page that is drawn says to wait.
 *
 * @param laidOut what of it a program can lay out
 */
export function formPdf(laidOut: 'all' | 'empty pages' | 'nothing' = 'all'): Uint8Array<ArrayBuffer> {
  const shown = laidOut === 'nothing' ? '' : template;
  const layout = laidOut === 'all' ? shown : shown.replace(/<(draw|field) .*?<\/\1>/gs, '');
  const xml = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">${layout}<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data>${values}</xfa:data></xfa:datasets></xdp:xdp>`;
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /NeedsRendering true /AcroForm << /Fields [] /XFA 6 0 R >> >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 400] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    stream('BT /F1 18 Tf 40 300 Td (Please wait) Tj ET'),
    stream(xml),
  ]);
}

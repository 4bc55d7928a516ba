/** Test files of PDF.js that were looked at, and why they differ from poppler 22.12. */
export type Exception = { names: readonly string[]; why: string };

export const exceptions: readonly Exception[] = [
  {
    names: [
      'bitmap-composite-and-xnor-halftone',
      'bitmap-halftone-composite',
      'bitmap-refine-customat-tpgron',
      'bitmap-refine-template1-tpgron',
      'bitmap-refine-tpgron',
    ],
    why: 'poppler decodes this JBIG2 wrong',
  },
  {
    names: [
      'bug920426',
      'issue10542_reduced',
      'issue11578_reduced',
      'issue11768_reduced',
      'issue12418_reduced',
      'issue13343',
      'issue13916',
      'issue15441',
      'issue15443',
      'issue15594_reduced',
      'issue15977_reduced',
      'issue4722',
      'issue9915_reduced',
    ],
    why: 'poppler takes other characters for a font that is broken or not in the file',
  },
  { names: ['issue7454'], why: 'a bullet of a font that is not in the file is another, smaller one' },
  { names: ['issue15716'], why: 'suits of cards in a font that is not in the file have other shapes' },
  {
    names: ['jpx_smaskindata'],
    why: 'poppler ignores the mask inside a JPEG 2000; MuPDF draws it as PDF.js does',
  },
  {
    names: ['knockout_isolated_overlap'],
    why: 'poppler knows no knockout groups; MuPDF draws as PDF.js does',
  },
  { names: ['issue18694'], why: 'poppler leaves the last column of pixels of a red page white' },
  { names: ['calrgb'], why: 'colors of CalRGB with extreme values differ from program to program' },
  { names: ['function_based_shading'], why: 'poppler shades one function black, Ghostscript grey' },
  {
    names: ['smask_alpha_bc', 'smask_alpha_oob'],
    why: 'what lies outside a soft mask is shown by poppler, and not by PDF.js, as its own tests ask',
  },
  { names: ['issue16742'], why: 'poppler cuts a turned form by an upright box' },
  { names: ['bug1552113'], why: 'poppler draws the border of a link, 112 points wide, over the words' },
  {
    names: ['issue17540'],
    why: 'the border of a field stands on the edge of its box, which cuts it by half: pale where a pixel is larger',
  },
  {
    names: ['bug1844583'],
    why: 'poppler writes the value of a field anew, lower and without its border; its appearance says something else',
  },
  { names: ['issue6179_reduced'], why: 'poppler draws a border around a link that names none' },
  { names: ['issue12337'], why: 'poppler rounds the ends of a highlight' },
  {
    names: ['issue12750'],
    why: 'the field has a broken default appearance, without which its border is not drawn',
  },
  { names: ['pr20043'], why: 'the icon of a note stands beside its place on a page that is turned' },
  {
    names: ['bug766086', 'file_url_link', 'issue14802', 'issue18030', 'issue6204', 'issue7115', 'pr19449'],
    why: 'the border of a link is no part of the drawing, and not drawn',
  },
];

/** How a file can be shown in place. Everything a page could run in (SVG, HTML) is not. */
export type PreviewKind = 'image' | 'pdf' | 'none';

export function previewKind(contentType: string): PreviewKind {
  if (contentType === 'image/png' || contentType === 'image/jpeg') return 'image';
  return contentType === 'application/pdf' ? 'pdf' : 'none';
}

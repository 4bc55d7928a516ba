/** Hands a file to the browser's downloads, under its name. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
  // Safari reads the URL a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

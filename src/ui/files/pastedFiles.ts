const address = /^(?:https?|data|blob|file):\S+$/i;

/** Returns the last part of a path or an address, as a file is called. */
function lastPart(path: string): string {
  const last = path.trim().split(/[/\\]/).at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Whether a text says no more than what the files are called, as file managers write it. */
function isNamesOf(text: string, files: readonly File[]): boolean {
  const names = new Set(files.map(({ name }) => name.normalize('NFC')));
  return text.split(/[\r\n]+/).every((line) => names.has(lastPart(line).normalize('NFC')));
}

/** Whether a markup is a picture and no words, as browsers copy one; its address may stand beside it. */
function isPictureAlone(markup: string): boolean {
  const { body } = new DOMParser().parseFromString(markup, 'text/html');
  return body.textContent.trim() === '' && body.querySelector('img') !== null;
}

/**
 * Returns the files that are pasted: none where words are, because office programs put a picture of a copied text beside it. What names
 * the files, or where a picture is from, counts as no words.
 */
export function pastedFiles(data: DataTransfer): File[] {
  const files = [...data.files];
  const text = data.getData('text/plain').trim();
  if (text === '' || isNamesOf(text, files)) return files;
  return address.test(text) && isPictureAlone(data.getData('text/html')) ? files : [];
}

/** Returns bytes as an address. Firefox prints a copy of the page, in which the address of a blob draws nothing. */
function dataAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Returns an image that is drawn as soon as it is in the page, as printing waits for nothing. */
export async function printedImage(blob: Blob): Promise<HTMLImageElement> {
  const image = new Image();
  image.alt = '';
  image.src = await dataAddress(blob);
  await image.decode();
  return image;
}

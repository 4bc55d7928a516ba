/** Returns where printed pages stand: beside what the screen shows, which is not printed then. */
export function paperPlace(): Element {
  return document.querySelector('main') ?? document.body;
}

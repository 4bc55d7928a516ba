const controls = 'a[href], button, input, select';
/** By then whoever tapped looks at something else. */
const soughtForMs = 1000;

/** A control as it is found in the picture and in the app: by its job and its place there, or by what it leads to or says. */
function placeOf(control: Element): string {
  const row = control.closest('[data-index]');
  const job = row?.querySelector('a[href]')?.getAttribute('href');
  if (row && job) return `${job} ${Array.from(row.querySelectorAll(controls)).indexOf(control)}`;
  const says = ['href', 'aria-label', 'placeholder'].map((name) => control.getAttribute(name));
  return `${control.localName} ${says.find((word) => word !== null) ?? control.textContent}`;
}

function controlAt(screen: HTMLElement, { clientX, clientY }: PointerEvent): HTMLElement | null {
  screen.inert = false;
  const control = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(controls);
  screen.inert = true;
  return control && screen.contains(control) ? control : null;
}

let tapped: HTMLElement | null = null;

/** Takes note of what is tapped on a picture that stands for the app. The last one counts. */
export function noteTap(screen: HTMLElement, tap: PointerEvent): void {
  const control = tap.isPrimary && tap.button === 0 ? controlAt(screen, tap) : null;
  if (!control) return;
  if (tapped) tapped.style.opacity = '';
  tapped = control;
  tapped.style.opacity = '0.6';
}

/** Taps the same on the app, once that stands in the picture's place. */
export async function tapAgain(): Promise<void> {
  if (!tapped) return;
  const place = placeOf(tapped);
  const end = performance.now() + soughtForMs;
  while (performance.now() < end) {
    await new Promise(requestAnimationFrame);
    const all = Array.from(document.querySelectorAll<HTMLElement>(controls));
    const control = all.find((one) => placeOf(one) === place);
    if (!control) continue;
    control.focus({ preventScroll: true });
    control.click();
    return;
  }
}

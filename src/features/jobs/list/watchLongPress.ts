/** About as long as systems take it. */
const heldMs = 500;
/** From the end of a press to its click. */
const clickMs = 100;
/** A finger never rests quite still. */
const mostMovePx = 10;

/**
 * Tells each press of a finger that rests on a job of the list.
 *
 * @param taken gets the job's id, and says whether it made something of the press
 * @param signal ends the watch
 */
export function watchLongPress(
  element: HTMLElement,
  taken: (jobId: string) => boolean,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The press that may become a long one, and the job it is on. */
  let begun: { event: PointerEvent; jobId: string } | undefined;
  let isHeld = false;

  function forget() {
    clearTimeout(timer);
    begun = undefined;
  }
  function hold() {
    if (!begun) return;
    isHeld = taken(begun.jobId);
    if (isHeld) navigator.vibrate?.(10);
    forget();
  }
  function press(event: PointerEvent) {
    forget();
    isHeld = false;
    const target = event.target as Element;
    const jobId = target.closest<HTMLElement>('[data-job]')?.dataset.job;
    if (event.pointerType !== 'touch' || !event.isPrimary || !jobId || target.closest('button')) return;
    begun = { event, jobId };
    timer = setTimeout(hold, heldMs);
  }
  function move({ clientX, clientY }: PointerEvent) {
    if (!begun) return;
    const { event } = begun;
    if (Math.hypot(clientX - event.clientX, clientY - event.clientY) > mostMovePx) forget();
  }
  function end() {
    forget();
    // The click of this press, if one comes at all, comes now.
    timer = setTimeout(() => {
      isHeld = false;
    }, clickMs);
  }
  function suppress(event: Event) {
    // Some systems find a press long a little sooner.
    if (event.type === 'contextmenu') hold();
    if (!isHeld) return;
    event.preventDefault();
    event.stopPropagation();
  }
  element.addEventListener('pointerdown', press, { signal });
  element.addEventListener('pointermove', move, { signal });
  for (const name of ['pointerup', 'pointercancel'] as const) {
    window.addEventListener(name, end, { signal });
  }
  // In the window, because the press may have brought up something that now lies under the finger.
  for (const name of ['click', 'contextmenu'] as const) {
    window.addEventListener(name, suppress, { signal, capture: true });
  }
  signal.addEventListener('abort', forget);
}

const controls = 'input:not([type="hidden"]), select, textarea, button, [tabindex]';

function controlOf(root: ParentNode, path: string): HTMLElement | null {
  const marked = root.querySelector<HTMLElement>(
    `[name="${CSS.escape(path)}"], [data-field="${CSS.escape(path)}"]`,
  );
  if (!marked) return null;
  if (marked.matches(controls)) return marked;
  return marked.querySelector<HTMLElement>(':checked') ?? marked.querySelector<HTMLElement>(controls);
}

/** Focuses the control of a field, or of the nearest field around it (`jobEVService` for `jobEVService.0.evServices`). */
export function focusField(root: ParentNode | null, path: string): boolean {
  if (!root) return false;
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const control = controlOf(root, parts.slice(0, length).join('.'));
    if (!control) continue;
    control.focus();
    return true;
  }
  return false;
}

/** Focuses the first wrong control in the order of the page, which need not be the order of the rules. */
export function focusFirstInvalid(root: ParentNode | null): boolean {
  const first = root?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (!first) return false;
  const control = first.matches(controls) ? first : first.querySelector<HTMLElement>(controls);
  control?.focus();
  return control !== null;
}

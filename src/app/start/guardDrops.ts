import { toast } from '../../ui/feedback/toast.ts';

const editable = 'input, textarea, [contenteditable]';

/**
 * Keeps what is dropped beside a field from replacing the app: a browser opens a file, or an address, wherever nothing takes it, and what
 * was typed is gone. Text that is dropped into a field is the browser's to insert.
 */
export function guardDrops(): void {
  function guard(event: DragEvent) {
    if (event.defaultPrevented) return;
    const types = event.dataTransfer?.types ?? [];
    const hasFiles = types.includes('Files');
    const isInField = event.target instanceof Element && event.target.closest(editable) !== null;
    if (!hasFiles && (isInField || !types.includes('text/uri-list'))) return;
    event.preventDefault();
    if (hasFiles && event.type === 'drop') {
      toast('Files can’t be dropped here. Drop them in a job’s chat, or on a field for files.');
    }
  }
  window.addEventListener('dragover', guard);
  window.addEventListener('drop', guard);
}

import { type ComponentProps, useImperativeHandle, useLayoutEffect, useRef } from 'react';

const growsByItself = CSS.supports('field-sizing', 'content');

/** A text area as high as its text: by its styles (`field-sizing`), and where these are not known by a height that is set. */
export function GrowingArea({ ref, ...area }: ComponentProps<'textarea'>) {
  const element = useRef<HTMLTextAreaElement>(null);
  /** What was set last: another height was made by the user, who pulled at the corner. */
  const height = useRef('');
  useImperativeHandle(ref, () => element.current as HTMLTextAreaElement);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height.
  useLayoutEffect(() => {
    const field = element.current;
    if (growsByItself || !field) return;
    let width = 0;
    let frame = 0;
    function fit() {
      // What is not drawn has no height to measure: the observer asks again once it is.
      if (!field?.offsetWidth || field.style.height !== height.current) return;
      width = field.offsetWidth;
      field.style.height = 'auto';
      const borders = field.offsetHeight - field.clientHeight;
      height.current = `${field.scrollHeight + borders}px`;
      field.style.height = height.current;
    }
    fit();
    const resized = new ResizeObserver(() => {
      // In the next frame: an observer that changes what it observes is an error to the browser.
      if (field.offsetWidth !== width) frame = requestAnimationFrame(fit);
    });
    resized.observe(field);
    return () => {
      resized.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [area.value]);
  return <textarea {...area} ref={element} />;
}

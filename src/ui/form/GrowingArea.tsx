import { type ComponentProps, useImperativeHandle, useLayoutEffect, useRef } from 'react';

const growsByItself = CSS.supports('field-sizing', 'content');

/** A text area as high as its text: by `field-sizing`, or by script in browsers that do not know it. */
export function GrowingArea({ ref, ...area }: ComponentProps<'textarea'>) {
  const element = useRef<HTMLTextAreaElement>(null);
  /** The height that was set last. With any other, the user has resized the area. */
  const height = useRef('');
  useImperativeHandle(ref, () => element.current as HTMLTextAreaElement);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text.
  useLayoutEffect(() => {
    const field = element.current;
    if (growsByItself || !field) return;
    let width = 0;
    let frame = 0;
    function fit() {
      // A hidden area has no height; the observer calls again once it is shown.
      if (!field?.offsetWidth || field.style.height !== height.current) return;
      width = field.offsetWidth;
      field.style.height = 'auto';
      const borders = field.offsetHeight - field.clientHeight;
      height.current = `${field.scrollHeight + borders}px`;
      field.style.height = height.current;
    }
    fit();
    const resized = new ResizeObserver(() => {
      // In the next frame: an observer must not resize what it observes.
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

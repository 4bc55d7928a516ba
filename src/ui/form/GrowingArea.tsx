import { type ComponentProps, useImperativeHandle, useLayoutEffect, useRef } from 'react';

const growsByItself = CSS.supports('field-sizing', 'content');

/** Measures a copy: an area that is low for a moment would let what scrolls beside it scroll away from its end. */
function heightOfText(field: HTMLTextAreaElement): number {
  const copy = field.cloneNode() as HTMLTextAreaElement;
  copy.removeAttribute('id');
  copy.value = field.value;
  const width = `${field.offsetWidth}px`;
  Object.assign(copy.style, { position: 'absolute', visibility: 'hidden', boxSizing: 'border-box' });
  Object.assign(copy.style, { width, height: 'auto' });
  field.after(copy);
  const height = copy.scrollHeight + copy.offsetHeight - copy.clientHeight;
  copy.remove();
  return height;
}

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
      height.current = `${heightOfText(field)}px`;
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

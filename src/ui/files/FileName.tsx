import { MarkedText } from '../text/MarkedText.tsx';

/** The timestamp and the extension. */
const suffix = /(\.\d{8}T\d{6})?(\.[^.\s]{1,8})?$/;

/** A file's name; its timestamp and extension stay at the end when the name is written from right to left. */
export function FileName({ name }: { name: string }) {
  const end = suffix.exec(name)?.[0] ?? '';
  return (
    <bdi dir="ltr" translate="no">
      <bdi>
        <MarkedText text={name.slice(0, name.length - end.length)} />
      </bdi>
      <wbr />
      <MarkedText text={end} />
    </bdi>
  );
}

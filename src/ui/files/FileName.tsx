/** What follows the name that a person gave: the stamp and the ending. */
const ending = /(\.\d{8}T\d{6})?(\.[^.\s]{1,8})?$/;

/** A file's name; digits and the ending stay in their place when the name itself is written from right to left. */
export function FileName({ name }: { name: string }) {
  const end = ending.exec(name)?.[0] ?? '';
  return (
    <bdi dir="ltr">
      <bdi>{name.slice(0, name.length - end.length)}</bdi>
      <wbr />
      {end}
    </bdi>
  );
}

/** Lucide's icons by how thick a line draws them: a component of Lucide costs a row as much as half of its words. */
const icons = {
  chat: [
    2,
    'M22 17a2 2 0 0 1-2 2H6.828a2 2 0 0 0-1.414.586l-2.202 2.202A.71.71 0 0 1 2 21.286V5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2z',
  ],
  more: [4, 'M12 5h0m0 7h0m0 7h0'],
} as const;

/** The icon of a button that every row or card has. */
export function RowIcon({ name }: { name: keyof typeof icons }) {
  const [width, path] = icons[name];
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} strokeWidth={width} />
    </svg>
  );
}

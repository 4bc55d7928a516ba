import { createElement, type ReactElement, type SVGProps } from 'react';

type IconData = { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] };

/** A component for an icon of Lucide: what `lucide-react` makes of the same data, without its settings. */
export default function plainIcon({ node }: IconData) {
  return function Icon(props: SVGProps<SVGSVGElement>): ReactElement {
    const parts = node.map(([tag, attributes]) => createElement(tag, attributes));
    return createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        width: 24,
        height: 24,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      parts,
    );
  };
}

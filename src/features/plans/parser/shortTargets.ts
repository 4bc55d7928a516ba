/** `Dict` of the library. */
type Entries = { get?(key: string): unknown };

/** A class of the library. */
export type TargetClasses = { Catalog: { parseDestDictionary(how: { destDict: Entries }): void } };

/** The page, how it is shown there, and three numbers. */
const wholeLength = 5;

/**
 * Has links and entries of the contents lead to their page where they name fewer numbers of the place on it than there are (`XYZ` of
 * ISO 32000, 12.3.2.2): other readers follow them, and PDF.js drops them.
 */
export function mendShortTargets({ Catalog }: TargetClasses): void {
  const { parseDestDictionary } = Catalog;
  Catalog.parseDestDictionary = (how) => {
    const action = how.destDict.get?.('A') as Entries | undefined;
    for (const place of [how.destDict.get?.('Dest'), action?.get?.('D')])
      if (Array.isArray(place) && (place[1] as { name?: string } | undefined)?.name === 'XYZ')
        while (place.length < wholeLength) place.push(null);
    parseDestDictionary.call(Catalog, how);
  };
}

/** Runs in a page before its scripts: removes built-ins missing in the oldest supported browsers. */
export function removeNewerBuiltins(): void {
  const newer: [object | undefined, string[]][] = [
    [URL, ['parse', 'canParse']],
    [Promise, ['withResolvers', 'try']],
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
    [Array, ['fromAsync']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [
      Set.prototype,
      ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf'],
    ],
    [Set.prototype, ['isDisjointFrom']],
    [Object.getPrototypeOf(Object.getPrototypeOf([].values())), ['map', 'filter', 'take', 'drop', 'flatMap']],
    [
      Object.getPrototypeOf(Object.getPrototypeOf([].values())),
      ['reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
    ],
    [Intl, ['Segmenter', 'DurationFormat']],
    [AbortSignal, ['any']],
    [RegExp, ['escape']],
    [document, ['startViewTransition']],
    [Element.prototype, ['checkVisibility', 'moveBefore']],
    [globalThis, ['Iterator', 'navigation', 'cookieStore', 'scheduler']],
  ]
  for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner ?? {}, name)
}

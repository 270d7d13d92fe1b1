/** Leaves out the paragraphs with which both texts begin and end. A short text stays whole. */
export function cutEqualParagraphs(
  before: string | null,
  after: string | null,
): [before: string | null, after: string | null] {
  if (before === null || after === null) return [before, after]
  const [old, next] = [before.split(/\n{2,}/), after.split(/\n{2,}/)]
  const shortest = Math.min(old.length, next.length)
  let start = 0
  while (start < shortest && old[start] === next[start]) start++
  let end = 0
  while (end < shortest - start && old.at(-1 - end) === next.at(-1 - end)) end++
  const cut = (paragraphs: string[]) =>
    [
      ...(start > 0 ? ['…'] : []),
      ...paragraphs.slice(start, paragraphs.length - end),
      ...(end > 0 ? ['…'] : []),
    ].join('\n\n')
  return [cut(old), cut(next)]
}

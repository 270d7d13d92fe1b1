/** How a text reads to a search: small letters, е for ё, Latin letters without their marks. */
export function fold(text: string): string {
  const bare = text.normalize('NFD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
  return bare.normalize('NFC').toLowerCase().replaceAll('ё', 'е')
}

/** The words of a text, folded. */
export function foldedWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбю'
const otherKey = new Map(
  [...latinKeys].flatMap((latin, place): [string, string][] => {
    const russian = russianKeys[place] as string
    return [
      [latin, russian],
      [russian, latin],
    ]
  }),
)

/** What the same keys write when the keyboard is set to the other language: `jcnhjd` was meant as `остров`. */
export function inOtherLayout(text: string): string {
  return [...text.toLowerCase()].map((sign) => otherKey.get(sign) ?? sign).join('')
}

/**
 * Whether a word begins with the term but for one slip: a letter more, less, another one, or two that changed places.
 * Short terms are near to too much.
 */
export function beginsNearly(word: string, term: string): boolean {
  if (term.length < 4) return false
  let at = 0
  while (at < term.length && word[at] === term[at]) at += 1
  const [wrong = '', next = '', ...rest] = term.slice(at)
  const after = term.slice(at + 1)
  return (
    word.startsWith(after, at + 1) ||
    word.startsWith(after, at) ||
    word.startsWith(wrong + after, at + 1) ||
    word.startsWith(next + wrong + rest.join(''), at)
  )
}

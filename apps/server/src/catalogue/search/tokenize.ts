import { foldText } from '@playhub/contract/languages'

/** A text's folded words. */
export function tokenize(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбю'
const otherKey = new Map(
  [...latinKeys].flatMap((latin, index): [string, string][] => {
    const russian = russianKeys.charAt(index)
    return [
      [latin, russian],
      [russian, latin],
    ]
  }),
)

/** Converts text typed in the wrong keyboard layout, English or Russian: `jcnhjd` becomes `остров`. */
export function inOtherLayout(text: string): string {
  return [...text.toLowerCase()].map((char) => otherKey.get(char) ?? char).join('')
}

/**
 * Tells if a word starts with the term, with at most one typo: an inserted, missing, wrong or transposed letter. False
 * for short terms, which would match too much.
 */
export function startsWithTypo(word: string, term: string): boolean {
  if (term.length < 4 || word.length < term.length - 1) return false
  let at = 0
  while (at < term.length && word[at] === term[at]) at += 1
  const [wrong = '', next = ''] = term.slice(at, at + 2)
  const after = term.slice(at + 1)
  return (
    word.startsWith(after, at + 1) ||
    word.startsWith(after, at) ||
    word.startsWith(wrong + after, at + 1) ||
    word.startsWith(next + wrong + term.slice(at + 2), at)
  )
}

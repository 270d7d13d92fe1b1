import type { Content, Project } from '../content.ts'
import { listedGames } from '../views.ts'
import { beginsNearly, foldedWords, inOtherLayout } from './normalise.ts'

/** A game with its words in both languages, ready to be compared. */
type Indexed = { project: Project; name: string[]; text: string[] }
type Matches = (word: string, term: string) => boolean

export type Search = {
  projects: Project[]
  /** No game has these very words; these have what was probably meant. */
  isGuess: boolean
}

const mostTerms = 8
const indexes = new WeakMap<Content, Indexed[]>()

/** The games of the catalogue that have every word, those with it in their name first; all of them for no words. */
export function searchGames(content: Content, search: string): Search {
  const index = indexOf(content)
  const terms = termsOf(search)
  if (terms.length === 0) return { projects: index.map(({ project }) => project), isGuess: false }
  const begins: Matches = (word, term) => word.startsWith(term)
  const exact = matching(index, terms, begins)
  if (exact.length > 0) return { projects: exact, isGuess: false }
  const meant = matching(index, termsOf(inOtherLayout(search)), begins)
  return { projects: meant.length > 0 ? meant : matching(index, terms, beginsNearly), isGuess: true }
}

function indexOf(content: Content): Indexed[] {
  const known = indexes.get(content)
  if (known) return known
  const index = listedGames(content).map(indexed)
  indexes.set(content, index)
  return index
}

function indexed(project: Project): Indexed {
  const { cardDescription, fullDescription } = project.game
  const words = (...texts: Project['name'][]) => [
    ...new Set(texts.flatMap(({ ru, en }) => foldedWords(`${ru} ${en}`))),
  ]
  return { project, name: words(project.name), text: words(cardDescription, fullDescription) }
}

const termsOf = (search: string) => foldedWords(search).slice(0, mostTerms)

function matching(index: Indexed[], terms: string[], matches: Matches): Project[] {
  if (terms.length === 0) return []
  return index
    .map((game) => ({ game, distance: distanceOf(game, terms, matches) }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ game }) => game.project)
}

/** How many of the words are not in the name; endless when one is nowhere. */
function distanceOf({ name, text }: Indexed, terms: string[], matches: Matches): number {
  let distance = 0
  for (const term of terms) {
    if (name.some((word) => matches(word, term))) continue
    if (!text.some((word) => matches(word, term))) return Number.POSITIVE_INFINITY
    distance += 1
  }
  return distance
}

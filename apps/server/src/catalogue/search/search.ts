import type { Content, Project } from '../content.ts'
import { listedGames } from '../views.ts'
import { inOtherLayout, startsWithTypo, wordsOf } from './normalise.ts'

/** A game with its normalised words in every language. */
type IndexedGame = { project: Project; name: string[]; text: string[] }
type Matches = (word: string, term: string) => boolean

export type Search = {
  projects: Project[]
  /** True when no game matched exactly and typos or the keyboard layout were corrected. */
  isGuess: boolean
}

const maxTerms = 8
const indexes = new WeakMap<Content, IndexedGame[]>()

/** Listed games that contain every word, with matches in the name first. An empty search gives all. */
export function searchGames(content: Content, search: string): Search {
  const index = indexOf(content)
  const terms = termsOf(search)
  if (terms.length === 0) return { projects: index.map(({ project }) => project), isGuess: false }
  const startsWith: Matches = (word, term) => word.startsWith(term)
  const exact = matching(index, terms, startsWith)
  if (exact.length > 0) return { projects: exact, isGuess: false }
  const converted = matching(index, termsOf(inOtherLayout(search)), startsWith)
  return {
    projects: converted.length > 0 ? converted : matching(index, terms, startsWithTypo),
    isGuess: true,
  }
}

function indexOf(content: Content): IndexedGame[] {
  const known = indexes.get(content)
  if (known) return known
  const index = listedGames(content).map(indexed)
  indexes.set(content, index)
  return index
}

function indexed(project: Project): IndexedGame {
  const { cardDescription, fullDescription } = project.game
  const words = (...texts: Project['name'][]) => [
    ...new Set(texts.flatMap((text) => wordsOf(Object.values(text).join(' ')))),
  ]
  return { project, name: words(project.name), text: words(cardDescription, fullDescription) }
}

const termsOf = (search: string) => wordsOf(search).slice(0, maxTerms)

function matching(index: IndexedGame[], terms: string[], matches: Matches): Project[] {
  if (terms.length === 0) return []
  return index
    .map((game) => ({ game, distance: distanceOf(game, terms, matches) }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ game }) => game.project)
}

/** The number of terms that are not in the name; infinite when a term is missing everywhere. */
function distanceOf({ name, text }: IndexedGame, terms: string[], matches: Matches): number {
  let distance = 0
  for (const term of terms) {
    if (name.some((word) => matches(word, term))) continue
    if (!text.some((word) => matches(word, term))) return Number.POSITIVE_INFINITY
    distance += 1
  }
  return distance
}

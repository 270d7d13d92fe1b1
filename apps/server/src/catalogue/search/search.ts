import type { Content, Project } from '../content.ts'
import { listedGames } from '../views.ts'
import { inOtherLayout, startsWithTypo, tokenize } from './tokenize.ts'

/** Every folded word of a listed game in any language, with the indexes for its games. */
type Index = { projects: Project[]; words: IndexedWord[] }
type IndexedWord = { word: string; inName: number[]; inText: number[] }
type Matches = (word: string, term: string) => boolean

export type Search = {
  projects: Project[]
  /** True when no game matched exactly and typos or the keyboard layout were corrected. */
  isGuess: boolean
}

const maxTerms = 8
/** Longer than the longest words. A longer term's remainder costs time and finds nothing. */
const maxTermLength = 40
const indexes = new WeakMap<Content, Index>()

/** Listed games with every word, matches in the name first. An empty search gives all. */
export function searchGames(content: Content, search: string): Search {
  const index = getIndex(content)
  const terms = listTerms(search)
  if (terms.length === 0) return { projects: index.projects, isGuess: false }
  const startsWith: Matches = (word, term) => word.startsWith(term)
  const exact = matching(index, terms, startsWith)
  if (exact.length > 0) return { projects: exact, isGuess: false }
  const converted = matching(index, listTerms(inOtherLayout(search)), startsWith)
  return {
    projects: converted.length > 0 ? converted : matching(index, terms, startsWithTypo),
    isGuess: true,
  }
}

function getIndex(content: Content): Index {
  const known = indexes.get(content)
  if (known) return known
  const index = createIndex(listedGames(content))
  indexes.set(content, index)
  return index
}

function createIndex(projects: Project[]): Index {
  const words = new Map<string, IndexedWord>()
  function add(place: number, kind: 'inName' | 'inText', texts: Project['name'][]): void {
    for (const word of new Set(texts.flatMap((text) => tokenize(Object.values(text).join(' '))))) {
      const entry = words.get(word) ?? { word, inName: [], inText: [] }
      words.set(word, entry)
      entry[kind].push(place)
    }
  }
  for (const [place, { name, game }] of projects.entries()) {
    add(place, 'inName', [name])
    add(place, 'inText', [game.cardDescription, game.fullDescription, joinTags(game.tags)])
  }
  return { projects, words: [...words.values()] }
}

const joinTags = (tags: Project['game']['tags']): Project['name'] =>
  Object.fromEntries(Object.entries(tags).map(([language, words]) => [language, words.join(' ')]))

const listTerms = (search: string) =>
  [...new Set(tokenize(search).map((word) => word.slice(0, maxTermLength)))].slice(0, maxTerms)

const missing = maxTerms + 1

/** Sorted by how many terms are not in the name. */
function matching({ projects, words }: Index, terms: string[], matches: Matches): Project[] {
  if (terms.length === 0) return []
  const distances = new Uint8Array(projects.length)
  for (const term of terms) {
    const found = new Uint8Array(projects.length).fill(missing)
    for (const { word, inName, inText } of words) {
      if (!matches(word, term)) continue
      for (const place of inText) found[place] = Math.min(found[place] ?? missing, 1)
      for (const place of inName) found[place] = 0
    }
    for (const [place, distance] of found.entries()) {
      distances[place] = Math.min(missing, (distances[place] ?? 0) + distance)
    }
  }
  return projects
    .map((project, place) => ({ project, distance: distances[place] ?? missing }))
    .filter(({ distance }) => distance < missing)
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ project }) => project)
}

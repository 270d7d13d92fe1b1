import { hasVisibleText } from '@playhub/contract/languages'
import type { PortalSdk } from '@playhub/contract/plays/portal-sdks'

/** Ids used by the game and undeclared in its project, in the order of their first use. */
export type Undeclared = {
  items: readonly string[]
  boards: readonly string[]
  /** With the game's largest reported progress; 1 for one it unlocks at once. */
  achievements: readonly { id: string; steps: number }[]
}
export const nothingUndeclared: Undeclared = { items: [], boards: [], achievements: [] }

/** Entries in the form of the project's file. */
const maxOtherId = 64
const maxSteps = 1_000_000_000

/** An id fit for the project's file, such as `gold-100` for `gold_100`. */
export function toSlug(id: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,62}$/.test(id)) return id
  const words = id.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()
  const slug = words
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 63)
    .replace(/-+$/, '')
  return slug || 'id'
}

type Lines = { url?: string | undefined; compat?: PortalSdk | undefined; undeclared?: Undeclared }

/** Lines of the project's file. Empty when there is nothing to add. */
export function toProjectYaml({ url, compat, undeclared = nothingUndeclared }: Lines): string {
  const game = [...(url ? [`  frameUrl: ${url}`] : []), ...(compat ? [`  compat: ${compat}`] : [])]
  return [
    url ? `origins:\n  - ${new URL(url).origin}` : '',
    game.length > 0 ? ['game:', ...game].join('\n') : '',
    toList('items', undeclared.items, describeItem),
    toList('leaderboards', undeclared.boards, describeBoard),
    toList('achievements', undeclared.achievements, describeAchievement),
  ]
    .filter(Boolean)
    .join('\n')
}

/** The game's used ids, each with a unique slug. */
type Entry = { id: string; slug: string; steps?: number }

function toList(
  name: string,
  used: readonly (string | { id: string; steps: number })[],
  describe: (entry: Entry) => string[],
): string {
  if (used.length === 0) return ''
  const lines = giveSlugs(used.map((each) => (typeof each === 'string' ? { id: each } : each)))
    .map((entry) => [`id: ${toText(entry.slug)}`, ...describe(entry)])
    .flatMap(([first, ...rest]) => [`  - ${first}`, ...rest.map((line) => `    ${line}`)])
  return [`${name}:`, ...lines].join('\n')
}

function giveSlugs(used: { id: string; steps?: number }[]): Entry[] {
  // A slug stays as it is, even when another id would become the same.
  const taken = new Set(used.map(({ id }) => id).filter((id) => toSlug(id) === id))
  return used.map((each) => {
    const wanted = toSlug(each.id)
    let slug = wanted
    if (wanted !== each.id)
      for (let number = 2; taken.has(slug); number += 1) slug = `${wanted.slice(0, 58)}-${number}`
    taken.add(slug)
    return { ...each, slug }
  })
}

/** Title and price are for the team to change. */
const describeItem = (entry: Entry) => [
  ...describeOtherId(entry, (id) => `gameId: ${id}`),
  describeTitle(entry),
  'price: { RUB: 99, USD: 0.99 }',
]

const describeBoard = (entry: Entry) => [
  ...describeOtherId(entry, (id) => `aliases: [${id}]`),
  describeTitle(entry),
]

/** An achievement has no second name, so the game has to use the slug. */
function describeAchievement(entry: Entry): string[] {
  const steps = Math.min(entry.steps ?? 1, maxSteps)
  return [...describeOtherId(entry), describeTitle(entry), ...(steps > 1 ? [`steps: ${steps}`] : [])]
}

function describeOtherId({ id, slug }: Entry, describe?: (id: string) => string): string[] {
  if (id === slug) return []
  const isTaken = describe && id.length <= maxOtherId
  return [isTaken ? describe(toText(id)) : `# The game calls it ${toText(id)}: write this id there.`]
}

const describeTitle = ({ id, slug }: Entry) => {
  const title = toText(hasVisibleText(id) ? id : slug)
  return `title: { ru: ${title}, en: ${title} }`
}

/** YAML reads a JSON string; a plain word needs no quotes. */
const toText = (text: string) =>
  /^[A-Za-z][\w-]*$/.test(text) && !isKeyword(text) ? text : JSON.stringify(text)
const isKeyword = (text: string) => /^(true|false|null|yes|no|on|off)$/i.test(text)

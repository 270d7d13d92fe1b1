import type { PortalSdk } from '@playhub/contract/plays/portal-sdks'

/** Ids that the game uses and its project does not declare, in the order of their first use. */
export type Undeclared = {
  items: readonly string[]
  boards: readonly string[]
  /** With the most progress that the game has reported; 1 for one that it unlocks at once. */
  achievements: readonly { id: string; steps: number }[]
}
export const nothingUndeclared: Undeclared = { items: [], boards: [], achievements: [] }

/** An id that the project's file takes, such as `gold-100` for `gold_100`. */
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

type ToSlug = (id: string) => string

/** Each entry has a slug of its own. */
function toList<T>(
  name: string,
  entries: readonly T[],
  describe: (entry: T, slug: ToSlug) => string[],
): string {
  if (entries.length === 0) return ''
  const used = new Set<string>()
  const toOwnSlug = (id: string) => {
    const slug = toSlug(id)
    let own = slug
    for (let number = 2; used.has(own); number += 1) own = `${slug.slice(0, 58)}-${number}`
    used.add(own)
    return own
  }
  const lines = entries.flatMap((entry) => {
    const [first, ...rest] = describe(entry, toOwnSlug)
    return [`  - ${first}`, ...rest.map((line) => `    ${line}`)]
  })
  return [`${name}:`, ...lines].join('\n')
}

/** Title and price are for the team to change. */
const describeItem = (id: string, slug: ToSlug) => [
  ...describeId(id, slug, (text) => `gameId: ${text}`),
  describeTitle(id),
  'price: { RUB: 99, USD: 0.99 }',
]

const describeBoard = (id: string, slug: ToSlug) => [
  ...describeId(id, slug, (text) => `aliases: [${text}]`),
  describeTitle(id),
]

/** An achievement has no second name, so the game has to use this one. */
function describeAchievement({ id, steps }: Undeclared['achievements'][number], slug: ToSlug): string[] {
  return [
    ...describeId(id, slug, (text) => `# The game calls it ${text}: write this id there.`),
    describeTitle(id),
    ...(steps > 1 ? [`steps: ${steps}`] : []),
  ]
}

function describeId(id: string, slug: ToSlug, describeOther: (text: string) => string): string[] {
  const own = slug(id)
  return own === id ? [`id: ${toText(own)}`] : [`id: ${toText(own)}`, describeOther(toText(id))]
}

const describeTitle = (id: string) => `title: { ru: ${toText(id)}, en: ${toText(id)} }`

/** YAML reads a JSON string; a plain word needs no quotes. */
const toText = (text: string) =>
  /^[A-Za-z][\w-]*$/.test(text) && !isKeyword(text) ? text : JSON.stringify(text)
const isKeyword = (text: string) => /^(true|false|null|yes|no|on|off)$/i.test(text)

/** Reads from MDN's data which built-ins the oldest supported browsers lack. */

import compat from '@mdn/browser-compat-data' with { type: 'json' }
import type { Browsers } from '@playhub/contract/browsers/supported'

/** `methods` have names unused by JavaScript's built-ins in these browsers. */
export type Missing = { statics: Set<string>; globals: Set<string>; methods: Set<string> }

type Support = { version_added: string | boolean | null; flags?: unknown; version_removed?: string }
type Compat = { support: Record<string, Support | Support[]> }
/** A built-in with its members. */
type Entry = { __compat?: Compat; [name: string]: Entry | Compat | undefined }

const { api, javascript, css } = compat as unknown as {
  api: Entry
  javascript: { builtins: Entry }
  css: { selectors: Entry; 'at-rules': Entry; types: { color: Entry } }
}
const { builtins } = javascript

export function findMissing(browsers: Browsers): Missing {
  const missing: Missing = { statics: new Set(), globals: new Set(), methods: new Set() }
  const known = new Set<string>()
  for (const [owner, entry] of listMembers({ ...api, ...builtins })) {
    if (!isIn(entry, browsers)) missing.globals.add(owner)
    for (const [key, member] of listMembers(entry)) {
      if (key === owner) continue
      const name = key.replace(/_static$/, '')
      if (isIn(entry, browsers) && isIn(member, browsers)) known.add(name)
      // The data of JavaScript does not tell statics from methods; a method's owner never stands before it.
      else if (owner in builtins) missing.methods.add(name)
      if (!isIn(member, browsers)) missing.statics.add(`${owner}.${name}`)
    }
  }
  for (const name of known) missing.methods.delete(name)
  return missing
}

/** Names of colour functions, pseudo-classes and at-rules. */
export type MissingStyles = Record<'colours' | 'selectors' | 'atRules', ReadonlySet<string>>

export function findMissingStyles(browsers: Browsers): MissingStyles {
  const listNames = (entry: Entry) =>
    new Set(listMembers(entry).flatMap(([name, member]) => (isIn(member, browsers) ? [] : [name])))
  return {
    colours: listNames(css.types.color),
    selectors: listNames(css.selectors),
    atRules: listNames(css['at-rules']),
  }
}

const listMembers = (entry: Entry) =>
  Object.entries(entry).filter((pair): pair is [string, Entry] => pair[0] !== '__compat')

function isIn({ __compat }: Entry, browsers: Browsers): boolean {
  if (!__compat) return true
  return Object.entries(browsers).every(([browser, version]) =>
    [__compat.support[browser] ?? []].flat().some((support) => isSince(support, version)),
  )
}

function isSince(
  { version_added: added, flags, version_removed: removed }: Support,
  version: number,
): boolean {
  if (flags || (removed && Number.parseFloat(removed) <= version)) return false
  if (added === 'preview' || !added) return false
  return added === true || Number.parseFloat(added.replace('≤', '')) <= version
}

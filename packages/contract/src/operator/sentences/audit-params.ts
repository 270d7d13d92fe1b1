import { currencies, type Money } from '../../money.ts'
import type { AuditEntry } from '../shapes.ts'
import type { SentenceParams } from './sentence.ts'

/** An entry as the API sends it; what only a newer hub sends may be missing. */
export type NamedEntry = Pick<AuditEntry, 'operator' | 'action' | 'subject' | 'before' | 'after'> &
  Partial<AuditEntry>

type Fields = Record<string, unknown>

/** What an entry's sentence names. `variant` says what more is known about the act. */
export function readAuditParams(entry: NamedEntry): { variant?: string; params: SentenceParams } {
  const before = readFields(entry.before)
  const after = readFields(entry.after)
  const params = {
    player: entry.playerName ?? shorten(entry.playerId ?? '–'),
    subject: entry.subjectName ?? shorten(entry.subject),
    project: entry.project ?? '–',
    ...readDetails(entry, before, after),
  }
  const variant = chooseVariant(entry, before, after)
  return variant === undefined ? { params } : { variant, params }
}

function chooseVariant({ action, subject }: NamedEntry, before: Fields, after: Fields): string | undefined {
  if (action === 'order.refund') return toMoney(before.paidMinor, after.currency) && 'of'
  if (action === 'ticket.assign') return after.assigneeId === null ? 'nobody' : undefined
  if (action === 'ticket.tag') return toList(after.tags).length === 0 ? 'none' : undefined
  if (action === 'content.publish') return toText(after.author) && 'of'
  if (action === 'list.export') return typeof after.rows === 'number' ? 'rows' : undefined
  if (action === 'item.price') return toPrices(before) && toPrices(after) && 'known'
  if (action === 'operator.login-refused') return subject === 'unknown' ? 'unknown' : undefined
  return undefined
}

function readDetails(entry: NamedEntry, before: Fields, after: Fields): SentenceParams {
  const { action, subject } = entry
  const values: Record<string, SentenceParams[string] | undefined> = {
    amount: toMoney(after.amountMinor, after.currency),
    paid: toMoney(before.paidMinor, after.currency),
    assignee: entry.assigneeName ?? undefined,
    tags: toList(after.tags).join(', ') || undefined,
    title: toText(after.title ?? before.title),
    number: toText(after.number ?? before.number),
    rows: typeof after.rows === 'number' ? after.rows : undefined,
    list: action === 'list.export' ? subject.replace('/export', '') : undefined,
    refusal: toText(after.refusal),
    check: toText(after.check),
    name: toText(after.name),
    author: toText(after.author),
    restores: toText(after.restores),
    kind: toText(before.kind),
    offer: toText(after.offerId ?? before.offerId),
    codes: toText(after.codes ?? before.codes),
    roles: listGrants(after.grants) || undefined,
    oldPrices: toPrices(before),
    newPrices: toPrices(after),
  }
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** A masked text may no longer be JSON. */
function readFields(json: string | null): Fields {
  if (json === null) return {}
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as Fields) : {}
  } catch {
    return {}
  }
}

function toMoney(amountMinor: unknown, currency: unknown): Money | undefined {
  const known = currencies.find((each) => each === currency)
  return typeof amountMinor === 'number' && known ? { amountMinor, currency: known } : undefined
}

/** An item's price in each of its currencies. */
function toPrices({ rubMinor, usdMinor }: Fields): Money[] | undefined {
  const prices = [toMoney(usdMinor, 'USD'), toMoney(rubMinor, 'RUB')].filter((price) => price !== undefined)
  return prices.length > 0 ? prices : undefined
}

const toText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

const toList = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** "support, finance (islandm3)" */
function listGrants(value: unknown): string {
  if (!Array.isArray(value)) return ''
  return value
    .filter((grant) => typeof grant === 'object' && grant !== null)
    .map(({ role, project }: Fields) => (project === '*' ? String(role) : `${role} (${project})`))
    .join(', ')
}

/** "0192…7f3a" */
const shorten = (id: string) => (id.length <= 14 ? id : `${id.slice(0, 5)}…${id.slice(-6)}`)

/** The rules of every call's parameters: the hub's page reads by them what games send, and local mode what it gets. */
import { type BridgeCall, bridgeErrors, type CallParams, MAX_MESSAGE_BYTES } from '../bridge-protocol.ts'
import { parseUrl } from '../browsers/newer-builtins.ts'
import { gameEventName, maxEventValue } from '../insights/limits.ts'
import { codeCharacters, maxCodeLength, maxOfferIdLength } from '../offers/kinds.ts'
import { readPlain } from '../plain-data.ts'
import { maxSavesBytes, saveKeyPattern } from '../saves/limits.ts'
import { type CallError, toTooLarge } from '../saves/room.ts'
import { maxContextLength } from './limits.ts'

/** Says what a value must be; undefined when it is. */
type Rule = (value: unknown) => string | undefined
type Rules = Record<string, Rule>

const must =
  (says: string, isValid: (value: never) => unknown): Rule =>
  (value) =>
    isValid(value as never) ? undefined : says
const optional =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined ? undefined : rule(value)
const nullable =
  (rule: Rule): Rule =>
  (value) =>
    value === null ? undefined : rule(value)
const isText = (value: unknown, min: number, max: number) =>
  typeof value === 'string' && value.length >= min && value.length <= max
const text = (min: number, max: number) =>
  must(`a text of ${min} to ${max} characters`, (value) => isText(value, min, max))
const whole = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  must(
    `a whole number from ${min} to ${max}`,
    (value: number) => Number.isSafeInteger(value) && value >= min && value <= max,
  )
const matching = (says: string, pattern: RegExp) =>
  must(says, (value) => typeof value === 'string' && pattern.test(value))

const id = text(1, 200)
const code = must(
  `a text of 1 to ${maxCodeLength} characters without the spaces around it`,
  (value: string) =>
    typeof value === 'string' && isText(value.trim(), 1, maxCodeLength) && codeCharacters.test(value.trim()),
)
const launchParams = must(
  'at most 16 texts of at most 200 characters, under names of 1 to 32 letters, digits, _ and -',
  (value: object) => {
    const params = Object.entries(value?.constructor === Object ? value : { '': null })
    return (
      params.length <= 16 &&
      params.every(([name, each]) => /^[\w-]{1,32}$/.test(name) && isText(each, 0, 200))
    )
  },
)
const view = {
  board: id,
  period: optional(matching('1 to 63 small letters, digits and -', /^[a-z0-9-]{1,63}$/)),
  limit: optional(whole(1, 100)),
}

const none: Rules = {}

const rules: Record<BridgeCall, Rules> = {
  init: none,
  getPlayer: none,
  getToken: none,
  signIn: none,
  signOut: none,
  getCatalog: none,
  getPurchases: none,
  getLanguage: none,
  ready: none,
  gameplayStart: none,
  gameplayStop: none,
  celebrate: none,
  leave: none,
  getGames: none,
  openSupport: none,
  'saves.list': none,
  'achievements.list': none,
  purchase: { itemId: id, code: optional(code) },
  consumePurchase: { id },
  claimGift: { id: text(1, maxOfferIdLength) },
  showBreak: { kind: matching('"interstitial" or "rewarded"', /^(interstitial|rewarded)$/) },
  progress: {
    ratio: must('a number from 0 to 1', (value) => typeof value === 'number' && value >= 0 && value <= 1),
  },
  track: {
    name: matching('1 to 40 letters, digits and _ . -, the first one a letter', gameEventName),
    value: optional(
      must(
        `a number from -${maxEventValue} to ${maxEventValue}`,
        (value) => typeof value === 'number' && Math.abs(value) <= maxEventValue,
      ),
    ),
  },
  shareLink: { launchParams },
  openLink: {
    url: must(
      'an http(s) address of at most 2000 characters',
      (value: string) => isText(value, 1, 2000) && /^https?:$/.test(parseUrl(value)?.protocol ?? ''),
    ),
  },
  setInvite: { launchParams: nullable(launchParams) },
  setContext: { text: nullable(text(0, maxContextLength)) },
  'saves.set': {
    key: matching('1 to 64 letters, digits and _ . : / -', saveKeyPattern),
    value: nullable(must('a text', (value) => typeof value === 'string')),
    version: whole(0),
    savedAt: optional(whole(0)),
  },
  'scores.submit': {
    board: optional(id),
    score: whole(-Number.MAX_SAFE_INTEGER),
    extra: optional(text(0, 200)),
  },
  'scores.top': view,
  'scores.around': view,
  'achievements.progress': { id, progress: optional(whole(1)) },
}

export const isBridgeCall = (name: unknown): name is BridgeCall =>
  typeof name === 'string' && Object.hasOwn(rules, name)

export type ParamsReading<C extends BridgeCall = BridgeCall> =
  | { params: CallParams<C> }
  | { error: CallError }

/** Unknown parameters are dropped. An error names the rule and the offending value. */
export function readCallParams<C extends BridgeCall>(call: C, given: unknown): ParamsReading<C> {
  const refuse = (reason: string): ParamsReading<C> => {
    return {
      error: { code: 'INVALID_PARAMS', message: `${bridgeErrors.INVALID_PARAMS} ${call}: ${reason}.` },
    }
  }
  if (rules[call] === none)
    return given === undefined ? { params: given as CallParams<C> } : refuse('it has no parameters')
  const { value, rest } = takeSave(call, given)
  if (value && value.length > maxSavesBytes) return { error: toTooLarge(value.length) }
  let plain: Record<string, unknown>
  try {
    plain = { ...(readPlain(rest, MAX_MESSAGE_BYTES) as object), ...(value !== undefined && { value }) }
  } catch (error) {
    return refuse(`plain data only, of at most ${MAX_MESSAGE_BYTES} bytes: ${(error as Error).message}`)
  }
  for (const [name, rule] of Object.entries(rules[call])) {
    const says = rule(plain[name])
    if (says) return refuse(`${name} must be ${says}, not ${show(plain[name])}`)
  }
  const known = Object.keys(rules[call]).filter((name) => plain[name] !== undefined)
  return { params: Object.fromEntries(known.map((name) => [name, plain[name]])) as CallParams<C> }
}

/** Takes the value of a save out: it is one string, which need not be walked and has a limit of its own. */
function takeSave(call: BridgeCall, given: unknown): { rest: unknown; value?: string } {
  if (call !== 'saves.set' || typeof given !== 'object' || given === null) return { rest: given }
  const { value, ...rest } = given as Record<string, unknown>
  return typeof value === 'string' ? { rest, value } : { rest: given }
}

/** The beginning of a value. */
function show(value: unknown): string {
  const shown = JSON.stringify(value) ?? 'missing'
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown
}

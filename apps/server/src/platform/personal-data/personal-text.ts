import { STATUS_CODES } from 'node:http'
import { isIPv6 } from 'node:net'

const hidden = '•••'

/** Also the writing of URLs. */
const emails =
  /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+(?:@|＠|%40)(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]*\p{L}[\p{L}\p{N}-]*/giu
/** An account's name at a messenger. */
const handles = /(?<![\p{L}\p{N}._@/])@[\p{L}\p{N}_.]{2,}/gu
/** A product's version, such as `Chrome/120.0.0.0`, is none. */
const ipv4 = /(?<!\p{Nd}|\p{L}\/)\d{1,3}(?:\.\d{1,3}){3}(?!\p{Nd})/gu
const ipv6Candidates = /(?<![\p{L}\p{N}])(?:[\da-f]*(?::|%3a)){2}[\da-f:.]*(?:%3a[\da-f:.]*)*(?:%[\w-]+)?/giu

/** Long numbers without personal data: UUIDs, hashes, days with a time. */
const notNumbers =
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<![\p{L}\p{N}])[\da-f]{32,}(?![\p{L}\p{N}])|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?/giu
const separator = String.raw`[\s().\-‐-―/·]{0,3}`
/** Phone and card numbers: nine digits or more, which may be grouped; seven with a plus. */
const numbers = new RegExp(
  String.raw`\+${separator}\p{Nd}(?:${separator}\p{Nd}){6,18}|\p{Nd}(?:${separator}\p{Nd}){8,18}`,
  'gu',
)
const long = new RegExp(`${notNumbers.source}|${numbers.source}`, 'giu')

/** Hides emails, names at messengers, IPs, phone and card numbers. */
export function hideNumbers(text: string): string {
  return text
    .replace(emails, maskEmailIn)
    .replace(handles, `@${hidden}`)
    .replace(ipv6Candidates, hideIpv6)
    .replace(ipv4, hidden)
    .replace(long, hideNumber)
}

/** "anna@mail.ru" → "•••@•••.ru" */
function maskEmailIn(email: string): string {
  return `${hidden}@${hidden}${email.slice(email.lastIndexOf('.'))}`
}

const maxIpv6Length = 45

/** The longest beginning readable as an IPv6 address: a port or a full stop may follow. */
function hideIpv6(candidate: string): string {
  const [ip = ''] = candidate.replaceAll(/%3a/gi, ':').split('%')
  for (let end = Math.min(ip.length, maxIpv6Length); end > 1; end--)
    if (isIPv6(ip.slice(0, end)) && /[\da-f]/i.test(ip)) return `${hidden}${ip.slice(end)}`
  return candidate
}

function hideNumber(found: string, offset: number, text: string): string {
  if (found.match(notNumbers)?.[0] === found) return found
  const before = text.slice(0, offset)
  const hasAdjacentWord = /\p{L}-?$/u.test(before) || /^-?\p{L}/u.test(text.slice(offset + found.length))
  return hasAdjacentWord && !isCard(found) ? found : hidden
}

/** By the check digit of cards: the words of the hub, such as receipt numbers, have long numbers too. */
function isCard(text: string): boolean {
  const digits = [...text].filter((each) => /\d/.test(each)).map(Number)
  if (digits.length < 13) return false
  const sum = digits.toReversed().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? digit : digit * 2
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

const namePairs = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)+/gu
/** Pairs of such words are no names. */
const knownPairs = new Set([...Object.values(STATUS_CODES), 'Yandex Pay'])

/** Hides apparent personal data, including anything like a name and a surname. JSON stays JSON. */
export function hideInTechnicalText(text: string): string {
  const json = parseJson(text)
  return json === undefined ? hideNames(hideNumbers(text)) : JSON.stringify(hideInJson(json))
}

const hideNames = (text: string) => text.replace(namePairs, (pair) => (knownPairs.has(pair) ? pair : hidden))

function parseJson(text: string): unknown {
  if (!/^[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function hideInJson(value: unknown): unknown {
  if (typeof value === 'string') return hideInTechnicalText(value)
  if (typeof value === 'number') return isAmountOrInstant(value) ? value : hidden
  if (Array.isArray(value)) return value.map(hideInJson)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [hideInTechnicalText(name), hideInJson(each)]),
  )
}

const jsonTokens = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|-?\d[\d.eE+-]*/g

/**
 * Hides every text in a game's JSON, in which players may have typed anything, and numbers that may be a phone's or a
 * card's. It stays JSON. Without a parser, because its depth has no limit.
 */
export function hideInGameJson(json: string): string {
  return json.replace(jsonTokens, (token, text?: string, colon?: string) => {
    if (colon !== undefined) return `${JSON.stringify(hideInTechnicalText(JSON.parse(text ?? '')))}${colon}`
    if (text !== undefined) return text === '""' ? text : `"${hidden}"`
    return isAmountOrInstant(Number(token)) ? token : `"${hidden}"`
  })
}

/** Longer numbers may be a phone's or a card's, but for milliseconds of this century. */
const isAmountOrInstant = (value: number) => Math.abs(value) < 1e8 || (value >= 9e11 && value < 5e12)

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type OperatorRoute, operatorRoutes } from '../index.ts'
import { auditSentences, describeAct } from './audit.ts'
import { checkNames, checkSentences, describeFinding, nameCheck, toFinding } from './checks.ts'
import { disputeReasons, nameDisputeReason } from './dispute-reasons.ts'
import { describeFault, faultSentences, readFault, storeFault } from './faults.ts'
import { fillSentence } from './sentence.ts'
import { timelineSentences } from './timeline.ts'

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

test.for([
  ['timeline', timelineSentences],
  ['audit', auditSentences],
  ['faults', faultSentences],
  ['dispute reasons', disputeReasons],
  ['checks', checkSentences],
] as const)('each code of %s has a sentence in both languages, with the same values', ([, { en, ru }]) => {
  const russian: Record<string, string> = ru
  expect(Object.keys(ru)).toEqual(Object.keys(en))
  for (const [code, text] of Object.entries(en)) {
    if (/[a-z]/.test(text.replaceAll(/\{\w+\}/g, ''))) expect(russian[code], code).toMatch(/[а-яё]/i)
    expect(placeholders(russian[code] ?? ''), code).toEqual(placeholders(text))
  }
})

test('each action that the server records has a sentence', () => {
  const source = new URL('../../../../../apps/server/src/', import.meta.url).pathname
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(source, name), 'utf8'))
    .filter((text) => text.includes('recordOperation') || text.includes('toChange('))
  const recorded = files.flatMap((text) =>
    [...text.matchAll(/'([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)'/g)]
      .filter(({ index }) => /(action: [^\n]*|toChange\()$/.test(text.slice(0, index)))
      .map(([, action]) => action ?? ''),
  )
  expect(new Set(recorded).size).toBeGreaterThan(50)
  expect([...new Set(recorded)].filter((action) => !Object.hasOwn(auditSentences.en, action))).toEqual([])
})

const entry = {
  operator: 'Sveta',
  action: 'order.refund',
  subject: '01930000-0000-7000-8000-000000000001',
  playerName: 'John',
  before: '{"refundedMinor":0,"paidMinor":499}',
  after: '{"refundId":"x","amountMinor":209,"currency":"USD"}',
}

test('an act is one sentence with names and amounts', () => {
  expect(describeAct(entry, {}, 'en')).toBe('Sveta refunded $2.09 of $4.99 to John')
  expect(describeAct(entry, {}, 'ru')?.replaceAll('\u00a0', ' ')).toBe(
    'Sveta: возврат 2,09 $ из 4,99 $, игрок John',
  )
  // An entry of an earlier release does not know what was paid.
  expect(describeAct({ ...entry, before: '{"refundedMinor":0}' }, {}, 'en')).toBe(
    'Sveta refunded $2.09 to John',
  )
  const key = { ...entry, operator: 'key deploy', action: 'build.publish', after: '{"number":3}' }
  expect(describeAct(key, { project: 'Islands' }, 'ru')).toBe('ключ deploy: загружена версия 3 игры Islands')
  const refused = { ...entry, action: 'operator.login-refused', after: '{"check":"password"}' }
  expect(describeAct({ ...refused, subjectName: 'Anna' }, {}, 'en')).toBe(
    'A login as Anna was refused: wrong password',
  )
  expect(describeAct({ ...refused, subject: 'unknown' }, {}, 'ru')).toBe(
    'Отказано во входе с неизвестной почтой',
  )
  const restored = { ...entry, action: 'content.restore', after: '{"number":4,"restores":2}' }
  expect(describeAct(restored, {}, 'en')).toBe('Sveta restored the content of version 2 as version 4')
  const published = { ...entry, action: 'content.publish', after: '{"number":4,"author":"Pavel"}' }
  expect(describeAct(published, {}, 'ru')).toBe(
    'Sveta: опубликована версия 4 контента, автор черновика Pavel',
  )
})

test('a changed price is told with the prices before and after', () => {
  const change = {
    ...{ operator: 'content v2', action: 'item.price', subject: 'hints' },
    ...{ before: '{"rubMinor":9900,"usdMinor":99}', after: '{"rubMinor":null,"usdMinor":149}' },
  }
  expect(describeAct(change, {}, 'en')).toMatch(
    /the price of hints was changed from \$0\.99 or ₽99 to \$1\.49$/,
  )
  expect(describeAct(change, {}, 'ru')?.replaceAll('\u00a0', ' ')).toMatch(
    /изменена цена товара hints, было 0,99 \$ или 99 ₽, стало 1,49 \$$/,
  )
  expect(describeAct({ ...change, before: null }, {}, 'en')).toMatch(/the price of hints was changed$/)
})

test('each export has a name for Russian staff', () => {
  const exports = Object.entries<OperatorRoute>(operatorRoutes).flatMap(([key, { isExport }]) =>
    isExport ? [key.replace('GET /', '')] : [],
  )
  expect(exports.length).toBeGreaterThan(8)
  for (const subject of exports) {
    const act = { operator: 'Anna', action: 'list.export', subject, before: null, after: null }
    expect(describeAct(act, {}, 'ru')).toMatch(/выгрузка списка «[А-Я]/)
  }
})

test('odd entries do not break a sentence', () => {
  for (const after of [
    null,
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"grants":[null],"tags":[null]}',
    '{"amountMinor":"1","currency":"__proto__"}',
  ])
    expect(describeAct({ ...entry, before: after, after }, {}, 'en')).toBe('Sveta refunded – to John')
  for (const action of ['__proto__', 'constructor', 'toString', 'later.release'])
    expect(describeAct({ ...entry, action }, {}, 'en')).toBeUndefined()
})

test('a fault is stored as its code, and an earlier sentence stays as it is', () => {
  const amount = { amountMinor: 50, currency: 'USD' } as const
  const stored = storeFault('refund-unexplained', { amount })
  expect(stored).not.toMatch(/ has /)
  expect(describeFault(stored)).toBe('The provider has refunded $0.50, which matches no refund')
  expect(describeFault(stored, 'ru')).toContain('Платёжный сервис вернул')
  const said = storeFault('provider-refused', { said: 'No such charge: "{said}"' })
  expect(describeFault(said, 'ru')).toBe('Платёжный сервис отказал: «No such charge: "{said}"»')
  for (const text of ['The money is gone', '{"code":', '{"code":"__proto__"}', '{"code":1}', '']) {
    expect(readFault(text)).toBeNull()
    expect(describeFault(text, 'ru')).toBe(text)
  }
  expect(describeFault(null)).toBeNull()
})

test('values are said in the language: amounts, titles, states and providers', () => {
  const prices = [
    { amountMinor: 499, currency: 'USD' },
    { amountMinor: 39_900, currency: 'RUB' },
  ] as const
  const params = {
    title: { ru: 'Сундук', en: 'Chest' },
    project: 'x',
    prices: [...prices],
    status: 'pending',
  }
  const sentence = { code: 'order.created-unpaid', params }
  expect(fillSentence(timelineSentences, sentence, 'en')).toMatch(
    /"Chest" of x for \$4\.99 or RUB?.?399|₽399/,
  )
  expect(fillSentence(timelineSentences, sentence, 'ru')).toMatch(
    /«Сундук» игры x за .*или.*; сейчас заказ ждёт оплаты/,
  )
  const attempt = { code: 'attempt.closed', params: { provider: 'yookassa', attempt: 'failed' } }
  expect(fillSentence(timelineSentences, attempt, 'ru')).toBe('Попытка через ЮKassa: не прошла')
  const unknown = { code: 'attempt.closed', params: { provider: '__proto__', attempt: 'constructor' } }
  expect(fillSentence(timelineSentences, unknown, 'ru')).toBe('Попытка через __proto__: constructor')
  expect(nameDisputeReason('constructor', 'ru')).toBe('constructor')
  expect(nameDisputeReason('new_reason', 'en')).toBe('new reason')
})

test("a check has a name and a sentence in the operator's language; what others wrote stays as it is", () => {
  expect(Object.keys(checkNames.ru)).toEqual(Object.keys(checkNames.en))
  expect([nameCheck('clock'), nameCheck('clock', 'ru'), nameCheck('VK ID', 'ru')]).toEqual([
    ...['Clock', 'Часы', 'VK ID'],
  ])
  const closed = toFinding('mailbox.closed', { host: 'mail.example', said: 'ECONNREFUSED' })
  expect(describeFinding(closed)).toBe(
    'The mailbox at mail.example cannot be opened (ECONNREFUSED): check SUPPORT_IMAP_URL.',
  )
  expect(describeFinding(closed, 'ru')).toBe(
    'Ящик на mail.example не открывается («ECONNREFUSED»): проверьте SUPPORT_IMAP_URL.',
  )
})

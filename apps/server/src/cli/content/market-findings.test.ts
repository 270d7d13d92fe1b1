import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { testClock } from '../../../test/support/test-clock.ts'
import { readConfig } from '../../config.ts'
import { runCommand } from '../commands.ts'

async function check(market: string, dir: string, env: Record<string, string> = {}) {
  const printed: string[] = []
  const code = await runCommand(['content', 'check', '--market', market], {
    config: readConfig({ HUB_MODE: 'sandbox', CONTENT_DIR: dir, ...env }),
    clock: testClock('2030-01-01T00:00:00Z'),
    openDb: () => Promise.reject(new Error('No database is needed')),
    print: (line) => void printed.push(line),
    user: 'root',
  })
  return { code, printed: printed.join('\n') }
}

function edit(dir: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(dir, file), change(readFileSync(join(dir, file), 'utf8')))
}

test('a market lists what its law asks for and is not there', async () => {
  const dir = copyContent({ islandm3: (yaml) => yaml.replace(/^ {2}age: \d+$/m, '') })
  for (const document of ['personal-data.ru', 'terms.en', '2257.en']) rmSync(join(dir, `docs/${document}.md`))
  const russian = (await check('ru', dir)).printed
  for (const finding of ['legal.consents is off', 'no ИНН', 'no ОГРН', 'YOOKASSA_RECEIPT_VAT'])
    expect(russian).toContain(finding)
  expect(russian).toContain('YANDEX_PAY_RECEIPT_VAT')
  expect(russian).toContain('docs/personal-data.ru.md: is missing')
  expect(russian).toContain('projects/islandm3.yaml: game.age is missing')
  expect(russian).not.toContain('legal.withdrawal')
  const european = (await check('eu', dir)).printed
  for (const finding of ['legal.withdrawal is none', 'COUNTRY_HEADER is not read', 'VAT number', 'telephone'])
    expect(european).toContain(finding)
  expect(european).toContain('neither offer nor terms tells of the right of withdrawal')
  const american = (await check('us', dir)).printed
  expect(american).toContain('docs/terms.en.md: is missing, and this market')
  expect(american).toContain('docs/2257.en.md: is missing, and this market')
  expect(american).not.toMatch(/legal\.(consents|withdrawal)/)
})

test('a market lists nothing once everything is there, and says where a lawyer decides', async () => {
  const dir = copyContent({})
  edit(dir, 'hub.yaml', (yaml) =>
    yaml
      .replace('"0000000000"', '"7701234567"')
      .replace('registrationNumber: ""', 'registrationNumber: "1027700132195"')
      .replace('phone: ""', 'phone: "+7 495 000-00-00"')
      .concat('\nlegal: { consents: required, withdrawal: refund }\n'),
  )
  edit(dir, 'docs/terms.en.md', (text) => `${text}\n## Right of withdrawal\n`)
  const receipts = { YOOKASSA_RECEIPT_VAT: 'none', YANDEX_PAY_RECEIPT_VAT: 'none' }
  const proxy = { TRUST_PROXY: 'true', COUNTRY_HEADER: 'CF-IPCountry' }
  for (const market of ['ru', 'eu', 'us']) {
    const { code, printed } = await check(market, dir, { ...receipts, ...proxy })
    expect(code).toBe(0)
    expect(printed).toContain(`Nothing that the hub can check is missing for the market ${market}.`)
    expect(printed).toContain('docs/operate/legal.md')
  }
})

test('the lowest price of 30 days is mentioned only where an offer reduces prices for some players', async () => {
  const sell = (...offers: object[]) =>
    copyContent({ islandm3: (yaml) => `offers: ${JSON.stringify(offers)}\n${yaml}` })
  const sale = { id: 'winter', kind: 'sale', items: 'all', percent: 20 }
  const gift = { id: 'key', kind: 'code', items: 'all', adds: [{ item: 'islandm3-hints' }] }
  expect((await check('eu', sell(sale, gift))).printed).not.toContain('lowest price')
  const some = [
    { ...sale, id: 'first', for: 'first-purchase' },
    { id: 'ten', kind: 'code', items: 'all', percent: 10 },
  ]
  expect((await check('eu', sell(sale, gift, ...some))).printed).toContain(
    'projects/islandm3.yaml: first, ten reduce prices for some players only',
  )
})

test('a header without a trusted proxy is as missing as none', async () => {
  const { printed } = await check('eu', copyContent({}), { COUNTRY_HEADER: 'CF-IPCountry' })
  expect(printed).toContain('COUNTRY_HEADER is not read')
})

test('an unknown market is refused in one line', async () => {
  expect(await check('uk', copyContent({}))).toEqual({
    code: 1,
    printed: '"uk" is no market: give --market ru, eu, us.',
  })
})

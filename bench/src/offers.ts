import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listPrices } from '@playhub/server/catalogue'
import { readConfig } from '@playhub/server/config'
import { type Context, createContext } from '@playhub/server/context'
import { quoteItem } from '../../apps/server/src/catalogue/prices/list-prices.ts'
import { median, percentile99 } from './load.ts'
import type { Row } from './report.ts'

const offers = 1000
const items = 200
const itemsPerOffer = 20
const quotes = 20_000
const lists = 300
const quoteBarMs = 1
const listBarMs = 20

const hourMs = 60 * 60 * 1000
const facts = { hasPaid: false, lastVisitAt: null, codeOffer: 'offer-4' }

/** Quotes and price lists of a project with a thousand offers, one after another and none of them stored. */
export async function benchOffers(): Promise<Row[]> {
  const typical = await benchProject('of some items', (number) =>
    number % 4 === 0 ? 'all' : `[${listItems(number).join(', ')}]`,
  )
  const worst = await benchProject('of all items', () => 'all')
  return [...typical, ...worst]
}

const listItems = (number: number) =>
  Array.from({ length: itemsPerOffer }, (_, place) => `item-${(number * 7 + place) % items}`)

async function benchProject(what: string, chooseItems: (number: number) => string): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-bench-offers-'))
  const env = {
    HUB_MODE: 'sandbox',
    DATA_DIR: join(dir, 'data'),
    CONTENT_DIR: join(dir, 'content'),
    LOG_LEVEL: 'error',
  }
  writeProject(env.CONTENT_DIR, chooseItems)
  const context = await createContext(readConfig(env))
  try {
    return measure(context, `with ${offers} offers ${what}`)
  } finally {
    await context.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

function writeProject(dir: string, chooseItems: (number: number) => string): void {
  cpSync('content', dir, { recursive: true })
  const [head = ''] = readFileSync('content/projects/islandm3.yaml', 'utf8').split(/^items:/m)
  const sold = Array.from(
    { length: items },
    (_, item) => `  - { id: item-${item}, title: { ru: Вещь, en: Item }, price: { RUB: 9900, USD: 105 } }\n`,
  )
  const list = Array.from({ length: offers }, (_, number) => writeOffer(number, chooseItems(number)))
  writeFileSync(
    join(dir, 'projects/offered.yaml'),
    `${head}items:\n${sold.join('')}\noffers:\n${list.join('')}`,
  )
}

/** Half of the offers run now. */
function writeOffer(number: number, chosen: string): string {
  const from = Date.now() + ((number % 48) - 24) * hourMs
  const times = [from, from + 24 * hourMs].map((instant) => new Date(instant).toISOString())
  const percent = 1 + (number % 60)
  return `  - { id: offer-${number}, items: ${chosen}, from: "${times[0]}", until: "${times[1]}", ${chooseKind(number % 20, percent)} }\n`
}

/** Of twenty offers, twelve are sales for everyone. */
function chooseKind(place: number, percent: number): string {
  if (place === 0) return 'kind: bonus, adds: [{ item: item-1 }]'
  if (place < 4) return `kind: sale, percent: ${percent}, for: first-purchase`
  if (place < 8) return `kind: code, percent: ${percent}`
  return `kind: sale, percent: ${percent}`
}

function measure({ catalogue }: Context, what: string): Row[] {
  const sold = catalogue.project('offered')?.items ?? []
  const quote = time(quotes, (call) => {
    const item = sold[call % sold.length]
    return item && quoteItem(catalogue, item, facts, Date.now())
  })
  const list = time(lists, () => JSON.stringify(listPrices(catalogue, Date.now(), 'offered')))
  return [
    row(`quote ${what}, p99 in ms`, quote, quoteBarMs),
    row(`price list of ${items} items ${what}, p99 in ms`, list, listBarMs),
  ]
}

/** In ms, after a tenth as many calls that warm up. */
function time(calls: number, call: (number: number) => unknown): number[] {
  for (let number = 0; number < calls / 10; number++) call(number)
  return Array.from({ length: calls }, (_, number) => {
    const start = performance.now()
    call(number)
    return performance.now() - start
  })
}

const row = (what: string, times: number[], bar: number): Row => ({
  ...{ what, value: percentile99(times), bar, atMost: true },
  note: `median ${median(times).toFixed(3)}`,
})

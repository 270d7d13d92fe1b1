/**
 * Kills the hub with SIGKILL at a random moment of each round, while 50 players order with a code that has one use. At most one
 * gets it, and its counter is what the orders hold.
 */
import { expect } from 'vitest'
import { type ApiPlayer, register } from '../../environment/api.ts'
import { copyContent } from '../../environment/content.ts'
import { query } from '../../environment/database-orders.ts'
import { startEnvironment, type TestEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'

const rounds = 5
const playerCount = 50
const itemId = 'islandm3-hints'

function startWithCodes(): Promise<TestEnvironment> {
  const content = copyContent()
  content.project('islandm3', (yaml) =>
    yaml.replace(
      '\nleaderboards:',
      `\noffers:\n  - { id: single, kind: code, items: all, percent: 50, uses: 1, perPlayer: 100 }\n\nleaderboards:`,
    ),
  )
  return startEnvironment({ CONTENT_DIR: content.dir })
}

const test = journey({ start: startWithCodes })

test(`a code with one use has one after each of ${rounds} kills of the hub that takes 50 orders with it`, async ({
  environment,
}) => {
  const players: ApiPlayer[] = []
  while (players.length < playerCount)
    players.push(...(await Promise.all(Array.from({ length: 10 }, () => register(environment)))))
  const codes = await createCodes(environment, rounds + 1)
  const [calm = '', ...raced] = codes
  const startedAt = performance.now()
  expect(await countOrders(environment, players, calm)).toBe(1)
  const wholeMs = performance.now() - startedAt
  for (const code of raced) {
    const ordering = countOrders(environment, players, code)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * wholeMs))
    await environment.killHub()
    const acknowledged = await ordering
    expect(acknowledged).toBeLessThanOrEqual(1)
    await environment.startHub()
    await expectCounted(environment)
    // The player who has reserved it before the kill gets the same order again; else one of the others gets it now.
    expect(await countOrders(environment, players, code)).toBe(1)
  }
  expect(await expectCounted(environment)).not.toEqual([])
}, 900_000)

async function createCodes(environment: TestEnvironment, count: number): Promise<string[]> {
  const command = ['codes', 'create', 'islandm3', 'single', '--count', `${count}`]
  const why = ['--by', 'olga', '--reason', 'A test', '--json']
  return JSON.parse(await environment.runCommand(...command, ...why)).codes
}

/** Orders as all players at once. @returns  how many got an order at the price of the code */
async function countOrders(
  { hubUrl }: TestEnvironment,
  players: readonly ApiPlayer[],
  code: string,
): Promise<number> {
  const outcomes = await Promise.all(
    players.map(async ({ jwt }) => {
      const response = await fetch(`${hubUrl}/api/payments/create`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${jwt}`,
          // A connection to the killed hub is of no use.
          connection: 'close',
        },
        body: JSON.stringify({ itemId, code }),
      }).catch(() => undefined)
      const { code: refusal } = (await response?.json().catch(() => ({}))) ?? {}
      if (response && !response.ok) expect(refusal).toBe('CODE_USED')
      return response?.ok === true
    }),
  )
  return outcomes.filter(Boolean).length
}

/** Each code is used once at most, and as often as orders hold it. @returns  the codes in use */
async function expectCounted({ database }: TestEnvironment): Promise<{ used: number }[]> {
  const counted = await query<{ used: number; held: number; ordered: number }>(
    database,
    `select cast(used as integer) as used,
      cast((select count(*) from offer_uses where code_id = offer_codes.id and state = 'reserved') as integer) as held,
      cast((select count(*) from orders where code_id = offer_codes.id) as integer) as ordered
    from offer_codes`,
  )
  for (const { used, held, ordered } of counted) {
    expect(used).toBeLessThanOrEqual(1)
    expect(held).toBe(used)
    expect(ordered).toBe(used)
  }
  return counted.filter(({ used }) => used > 0)
}

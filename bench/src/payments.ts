import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createDb, type Db, transact } from '../../apps/server/src/platform/database.ts'
import { openDialect } from '../../apps/server/src/platform/dialects.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { median } from './load.ts'
import { hubUrl, sandboxUrl } from './parts.ts'
import { type Row, ratio } from './report.ts'

const orders = 200
const together = 16

/** Orders from created to paid by the provider's webhook, against bare transactions on the same kind of database. */
export async function benchPayments(): Promise<Row[]> {
  const jwt = await signInDemo()
  await paidPerSecond(jwt, together)
  const paid: number[] = []
  const bare: number[] = []
  for (let round = 0; round < 3; round++) {
    bare.push(await bareTransactionsPerSecond())
    paid.push(await paidPerSecond(jwt, orders))
  }
  return [ratio('order created → paid by webhook / bare transaction', median(paid), median(bare))]
}

async function signInDemo(): Promise<string> {
  const body = { email: 'demo@playhub.example', password: 'Playhub2026' }
  const answer = await send<{ data: { result: { jwt: string } } }>(
    'POST',
    `${hubUrl}/api/auth/login-by-email`,
    { body },
  )
  return answer.data.result.jwt
}

async function paidPerSecond(jwt: string, count: number): Promise<number> {
  const before = await purchaseCount(jwt)
  const start = performance.now()
  let begun = 0
  const buyer = async () => {
    while (begun < count) {
      begun += 1
      await buy(jwt)
    }
  }
  await Promise.all(Array.from({ length: Math.min(together, count) }, buyer))
  while ((await purchaseCount(jwt)) < before + count) await new Promise((resolve) => setTimeout(resolve, 20))
  return (count * 1000) / (performance.now() - start)
}

/** One order as the browser makes it; the sandbox plays the buyer and sends the webhook. */
async function buy(jwt: string): Promise<void> {
  const { id } = await send<{ id: string }>('POST', `${hubUrl}/api/payments/create`, {
    jwt,
    body: { itemId: 'islandm3-hints' },
  })
  const intent = await send<{ id: string }>('GET', `${hubUrl}/api/payments/stripe/create/${id}`, { jwt })
  await send('POST', `${sandboxUrl}/control/payments/${intent.id}`, { body: { outcome: 'succeed' } })
}

async function purchaseCount(jwt: string): Promise<number> {
  const { data } = await send<{ data: { result: unknown[] } }>('GET', `${hubUrl}/api/purchases`, { jwt })
  return data.result.length
}

async function send<T>(method: string, url: string, options: { jwt?: string; body?: unknown }): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...(options.jwt && { authorization: `Bearer ${options.jwt}` }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** What a paid order must write at the least, in one transaction and nothing around it. */
async function bareTransactionsPerSecond(): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-bare-'))
  const db = createDb(openDialect(process.env.DATABASE_URL ?? null, dir))
  const tables = ['bare_orders', 'bare_attempts', 'bare_purchases', 'bare_notices']
  try {
    for (const table of tables)
      await sql`create table ${sql.table(table)} (id text primary key, state text)`.execute(db)
    const start = performance.now()
    for (let order = 0; order < orders; order++) await bareTransaction(db, tables)
    return (orders * 1000) / (performance.now() - start)
  } finally {
    for (const table of tables) await sql`drop table ${sql.table(table)}`.execute(db)
    await db.destroy()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function bareTransaction(db: Db, tables: string[]): Promise<void> {
  const id = newId()
  await transact(db, async (tx) => {
    for (const table of tables)
      await sql`insert into ${sql.table(table)} (id, state) values (${id}, 'pending')`.execute(tx)
    await sql`update bare_orders set state = 'paid' where id = ${id} and state = 'pending'`.execute(tx)
  })
}

import type { Row } from '../report.ts'
import { postgresUrl } from '../selling-hub.ts'
import { benchLogins } from './logins.ts'
import { benchOrders } from './orders.ts'

/** Compares the hub with programs for part of its work. They are installed on demand. */
export async function benchPeers(): Promise<Row[]> {
  if (!postgresUrl) throw new Error('Set BENCH_DATABASE_URL to a PostgreSQL server, which all of them use')
  return [...(await benchOrders()), ...(await benchLogins())]
}

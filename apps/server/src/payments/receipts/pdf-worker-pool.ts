import { createWorkerPool } from '../../platform/workers/worker-pool.ts'
import type { ReceiptFacts } from './receipt.ts'

/** Prints receipts as PDF. */
export type Press = { print(facts: ReceiptFacts): Promise<Buffer> }

/** Drawing one page takes about 100 ms, in which the hub would answer nobody; loading what draws takes longer still. */
const pool = createWorkerPool<ReceiptFacts, Uint8Array>(new URL('./receipt-worker.ts', import.meta.url), 1)

export const press: Press = { print: async (facts) => Buffer.from(await pool.run(facts)) }

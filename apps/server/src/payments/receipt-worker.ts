import { parentPort } from 'node:worker_threads'
import { renderReceipt } from './receipt-pdf.ts'
import type { Printed, PrintOrder } from './receipt-press.ts'

parentPort?.on('message', async ({ id, facts }: PrintOrder) => {
  const answer = (printed: Omit<Printed, 'id'>) => parentPort?.postMessage({ id, ...printed })
  try {
    answer({ pdf: await renderReceipt(facts) })
  } catch (error) {
    answer({ fault: error instanceof Error ? error.message : String(error) })
  }
})

import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { openReceipt } from './receipts.ts'

type LinkRoute = { Params: { id: string }; Querystring: { expires?: unknown; signature?: unknown } }

/** Opens receipts by their signed links: a browser follows those without a token. */
export function registerReceiptFiles(scope: FastifyInstance, deps: Deps): void {
  scope.get<LinkRoute>('/payments/receipts/:id.pdf', async ({ params, query }, reply) => {
    const { number, pdf } = await openReceipt(deps, params.id, query)
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="${number}.pdf"`)
      .header('cache-control', 'private, no-store')
      .send(pdf)
  })
}

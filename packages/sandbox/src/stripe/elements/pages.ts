import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sendAsset, serveFiles } from '../../pages/assets.ts'
import { Problem } from '../../platform/problem.ts'
import type { Account } from '../account/account.ts'
import { hearBuyer } from './challenge.ts'
import { receiptPage } from './receipt.ts'

const browser = join(import.meta.dirname, 'browser')

/** What Stripe shows to buyers: the script a shop loads, the frames it opens, and receipts. */
export function pageRoutes(app: FastifyInstance, account: Account): void {
  serveFiles(app, browser, {
    '/stripe/stripe.js': 'stripe.js',
    '/stripe/frame': 'frame.html',
    '/stripe/challenge': 'challenge.html',
    '/stripe/api.js': 'api.js',
    '/stripe/frame.js': 'frame.js',
    '/stripe/link.js': 'link.js',
    '/stripe/look.js': 'look.js',
    '/stripe/words.js': 'words.js',
    '/stripe/challenge.js': 'challenge.js',
    '/stripe/frame.css': 'frame.css',
    '/stripe/page.css': 'page.css',
  })
  app.post<{ Params: { id: string } }>('/stripe/challenge/:id', (request) => {
    const { id, status, returnUrl } = hearBuyer(account, request.params.id, request.body)
    return { id, status, returnUrl }
  })
  app.get<{ Params: { chargeId: string } }>('/stripe/receipts/:chargeId', (request, reply) => {
    const charge = account.ledger.charges.get(request.params.chargeId)
    if (charge?.status !== 'succeeded') throw new Problem(404, 'No such receipt')
    return sendAsset(reply, 'text/html; charset=utf-8', receiptPage(charge))
  })
}

import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sendAsset, serveFiles } from '../../pages/assets.ts'
import { Problem, parseInput } from '../../platform/problem.ts'
import type { Account } from '../account/account.ts'
import { noRequest } from '../account/events.ts'
import { completeChallenge } from '../model/payment-intent.ts'
import { receiptPage } from './receipt.ts'

const ChallengeResult = z.strictObject({ client_secret: z.string(), outcome: z.enum(['complete', 'fail']) })

/** Everything loaded by a buyer's browser: the Stripe.js replacement, its frames, the 3-D Secure page and receipts. */
export function pageRoutes(app: FastifyInstance, account: Account): void {
  serveFiles(app, join(import.meta.dirname, 'browser'), {
    '/stripe/stripe.js': 'stripe.js',
    '/stripe/frame': 'frame.html',
    '/stripe/challenge': 'challenge.html',
    '/stripe/link': 'link.html',
    '/stripe/link.svg': 'link.svg',
    '/stripe/api.js': 'api.js',
    '/stripe/frame.js': 'frame.js',
    '/stripe/messages.js': 'messages.js',
    '/stripe/challenge.js': 'challenge.js',
    '/stripe/frame.css': 'frame.css',
    '/stripe/page.css': 'page.css',
  })
  app.get<{ Params: { host: string } }>('/stripe/wallets/:host', ({ params: { host } }) => ({
    isOffered: account.domains.all().some(({ name, isEnabled }) => name === host && isEnabled),
  }))
  app.post<{ Params: { id: string } }>('/stripe/challenge/:id', ({ params, body }) => {
    const { client_secret: secret, outcome } = parseInput(ChallengeResult, body)
    const intent = account.intents.get(params.id)
    if (!intent || intent.secret !== secret) throw new Problem(404, 'No such payment')
    const change = completeChallenge(intent, outcome === 'complete', account.nowS())
    const { id, status, returnUrl } = account.apply(change, noRequest).intent ?? intent
    return { id, status, returnUrl }
  })
  app.get<{ Params: { chargeId: string } }>('/stripe/receipts/:chargeId', ({ params }, reply) => {
    const charge = account.charges.get(params.chargeId)
    if (charge?.status !== 'succeeded') throw new Problem(404, 'No such receipt')
    return sendAsset(reply, 'text/html; charset=utf-8', receiptPage(charge))
  })
}

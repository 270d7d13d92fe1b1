import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { CONTENT_SECURITY_POLICY, escapeHtml, sendAsset, serveFiles } from '../pages/assets.ts'
import type { SandboxContext } from '../platform/context.ts'
import { Problem, parseInput } from '../platform/problem.ts'

const PaymentRequest = z.strictObject({
  project: z.string().regex(/^[a-z0-9-]{1,63}$/),
  playerId: z.string().min(1).max(100),
})

/** Return URLs for a project with `authType: redirect`. They show the same page, which reads `?result=`. */
const RETURN_PATHS = ['/session/loginDone', '/payments/done', '/unauthorized']

const HUB_TIMEOUT_MS = 10_000

/** A game team's page with the hub in every supported way. */
export function exampleGameRoutes(app: FastifyInstance, { hubUrl }: SandboxContext): void {
  const folder = join(import.meta.dirname, 'browser')
  const page = readFileSync(join(folder, 'game.html'), 'utf8')
  for (const path of ['/example-game', ...RETURN_PATHS]) {
    app.get(path, (_request, reply) => {
      const html = page.replaceAll('{{hub}}', escapeHtml(hubUrl))
      const { origin } = new URL(hubUrl)
      return sendAsset(
        reply,
        'text/html; charset=utf-8',
        html,
        `${CONTENT_SECURITY_POLICY}; frame-src ${origin}`,
      )
    })
  }
  serveFiles(app, folder, {
    '/example-game/game.js': 'game.js',
    '/example-game/hub-window.js': 'hub-window.js',
    '/example-game/messages.js': 'messages.js',
    '/example-game/game.css': 'game.css',
  })
  app.post('/example-game/payments', async (request) => {
    const payment = await createPayment(hubUrl, parseInput(PaymentRequest, request.body))
    if (!payment) throw new Problem(502, 'The hub rejected the payment')
    return payment
  })
}

/**
 * Creates a payment for the first item of the project's price list, as the game's own server does.
 * @returns the payment page; null when the hub rejects it
 */
async function createPayment(
  hubUrl: string,
  { project, playerId }: z.infer<typeof PaymentRequest>,
): Promise<{ url: string } | null> {
  const itemId = await firstItemId(hubUrl, project)
  const response = await fetch(`${hubUrl}/api/server/v1/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer sandbox_${project}` },
    body: JSON.stringify({ playerId, itemId }),
    signal: AbortSignal.timeout(HUB_TIMEOUT_MS),
  })
  if (!response.ok) return null
  const { url } = (await response.json()) as { url: string }
  return { url }
}

async function firstItemId(hubUrl: string, project: string): Promise<string> {
  const query = new URLSearchParams({ project })
  const response = await fetch(`${hubUrl}/api/control/get-prices?${query}`, {
    signal: AbortSignal.timeout(HUB_TIMEOUT_MS),
  })
  const { data } = (await response.json()) as { data?: { result?: { id: string }[] } }
  return data?.result?.[0]?.id ?? ''
}

import fc from 'fast-check'
import { type Player, startTestHub, type TestHub } from '../../support/test-hub.ts'
import { type DatabaseSnapshot, snapshotDatabase } from '../accounts/database-snapshot.ts'
import { createRecords, foreignProject, ownProject } from '../records.ts'
import { type OpenApiDocument, sharedOpenApiDocument } from './openapi-document.ts'
import { anyRequest, type FuzzRequest, type KnownValues, type Sender } from './requests.ts'

/** Requests between two looks at the database. */
const batchSize = 50

/** Sends requests to its own hub. @throws Error  with one request for each kind of wrong response */
export async function fuzzHub(requestCount: number, seed: number): Promise<void> {
  const fuzzed = await startFuzzedHub()
  const requests = fc.sample(anyRequest(fuzzed.document, fuzzed.known), { numRuns: requestCount, seed })
  for (let from = 0; fuzzed.sentCount < requestCount; from += batchSize)
    await checkBatch(fuzzed, requests.slice(from, from + batchSize))
  if (fuzzed.wrongResponses.size > 0) throw new Error([...fuzzed.wrongResponses.values()].join('\n\n'))
}

type FuzzedHub = {
  hub: TestHub
  document: OpenApiDocument
  known: KnownValues
  player: Player
  tokens: Record<Sender, string | null>
  sentCount: number
  /** A description by call and problem. */
  wrongResponses: Map<string, string>
}

async function startFuzzedHub(): Promise<FuzzedHub> {
  const hub = await startTestHub({
    now: new Date().toISOString(),
    env: { SERVER_REQUESTS_PER_MINUTE: '100000000' },
    // Provider events would change the database at any time.
    webhooksTo: 'http://127.0.0.1:9',
  })
  const [player, other, revoked] = await Promise.all([hub.logIn(), hub.logIn(), hub.logIn()])
  const records = await createRecords(hub, player)
  await hub.callOk('POST /auth/logout', { as: revoked })
  return {
    hub,
    document: await sharedOpenApiDocument(hub),
    known: {
      fields: {
        email: [player.email, 'somebody@example.org'],
        password: [player.password, 'Harbour2031'],
        project: [ownProject, foreignProject],
        projectName: [ownProject, foreignProject],
        itemId: [`${ownProject}-hints`, `${foreignProject}-coins`],
        paymentId: [records.orderId, records.paidOrderId],
        privatePaymentId: [records.orderId, records.paidOrderId],
        playerId: [records.playerId, other.userId],
        session: [records.hubSession],
        before: Object.values(records),
        after: Object.values(records),
        firstName: ['Anna'],
        lastName: ['Petrova'],
        code: ['000000'],
        key: ['progress', 'inventory'],
        value: ['{}', '[1]'],
      },
      ids: {
        '/payments/': [records.orderId, records.paidOrderId],
        '/purchases/': [records.purchaseId],
        '/webhooks/': [records.webhookId],
        '/tickets/': [records.ticketId],
        '/passkeys/': [records.passkeyId],
        '/login-sessions/': [records.loginSessionId],
        '/players/': [records.playerId],
      },
    },
    player,
    tokens: {
      guest: null,
      player: player.jwt,
      'other player': other.jwt,
      'own key': `sandbox_${ownProject}`,
      'foreign key': `sandbox_${foreignProject}`,
      'revoked login': revoked.jwt,
    },
    sentCount: 0,
    wrongResponses: new Map(),
  }
}

/** Sends the requests, then the refused ones once more: together, they must not change anything. */
async function checkBatch(fuzzed: FuzzedHub, requests: FuzzRequest[]): Promise<void> {
  const { hub } = fuzzed
  const refused: FuzzRequest[] = []
  for (const request of requests) {
    const status = await send(fuzzed, request)
    if (status !== 200) refused.push(request)
    if (status === 401) await logInAgain(fuzzed)
  }
  await logInAgain(fuzzed)
  const before = await snapshotDatabase(hub)
  const wereRefusedAgain: boolean[] = []
  for (const request of refused) wereRefusedAgain.push((await send(fuzzed, request)) !== 200)
  if (!wereRefusedAgain.every(Boolean)) return
  for (const change of changesBetween(before, await snapshotDatabase(hub)))
    fuzzed.wrongResponses.set(change, `Refused requests changed ${change}`)
}

/**
 * Fuzzed requests may have ended the player's login sessions, by wrong passwords, and the next login would need a
 * captcha.
 */
async function logInAgain({ hub, player, tokens }: FuzzedHub): Promise<void> {
  if ((await hub.call('GET /me', { as: { ...player, jwt: tokens.player ?? '' } })).ok) return
  await hub.context.db.deleteFrom('counters').execute()
  const { email, password } = player
  const { data } = await hub.callOk('POST /auth/login-by-email', { body: { email, password } })
  tokens.player = data.result.jwt
}

/** Records a response outside the document. @returns  The response status */
async function send(fuzzed: FuzzedHub, request: FuzzRequest): Promise<number> {
  const { hub, document, tokens, wrongResponses } = fuzzed
  const { operation, sender, url, headers, body } = request
  fuzzed.sentCount += 1
  const token = tokens[sender]
  const response = await hub.app.inject({
    method: operation.method as 'GET' | 'POST',
    url: `/api${url}`,
    headers: {
      ...headers,
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  const { statusCode: status } = response
  const result = { status, contentType: String(response.headers['content-type']), body: response.json() }
  const problem = status >= 500 ? `${status} ${response.body}` : document.mismatch(operation, result)
  if (problem !== null) {
    const sent = `${operation.method} /api${url} by ${sender} ${JSON.stringify({ headers, body })}`
    const text = `${sent}\n${problem}\n${response.body}`.slice(0, 2000)
    wrongResponses.set(`${operation.method} ${operation.path} ${status} ${problem}`, text)
  }
  return status
}

function changesBetween(before: DatabaseSnapshot, after: DatabaseSnapshot): string[] {
  return Object.keys(after).flatMap((table) => {
    const known = new Set(before[table])
    const changed = (after[table] ?? []).filter((row) => !known.has(row))
    const isSame = changed.length === 0 && after[table]?.length === known.size
    return isSame ? [] : `${table} ${changed.join(' ').slice(0, 500)}`
  })
}

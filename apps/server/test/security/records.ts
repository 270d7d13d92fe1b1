import { randomBytes } from 'node:crypto'
import { insertPasskey } from '../../src/accounts/passkeys/passkey-store.ts'
import { MINUTE_MS } from '../../src/platform/clock.ts'
import { transact } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { openGame } from '../support/game-server-client.ts'
import { insertPaid, paidOrder } from '../support/payments/paid-order.ts'
import type { Player, TestHub } from '../support/test-hub.ts'

/** The records' project, whose key is the own one; and another project. */
export const ownProject = 'islandm3'
export const foreignProject = 'familytown'

/** One player's and one project's records, for each kind addressed by id. */
export type Records = {
  playerId: string
  /** An open order. */
  orderId: string
  paidOrderId: string
  purchaseId: string
  webhookId: string
  ticketId: string
  passkeyId: string
  /** A login session other than the player's. */
  loginSessionId: string
  hubSession: string
  /** A play of a minute. */
  playId: string
}

export async function createRecords(hub: TestHub, player: Player): Promise<Records> {
  const { context, clock } = hub
  await openGame(hub, player, ownProject)
  const order = await hub.callOk('POST /payments/create', {
    as: player,
    body: { itemId: `${ownProject}-hints` },
  })
  const paid = paidOrder(player.userId, ownProject, clock.now())
  const webhookId = await transact(context.db, (tx) => insertPaid(tx, context, paid))
  const [purchase] = (await hub.callOk('GET /purchases', { as: player, query: {} })).data.result
  const ticket = await hub.callOk('POST /payments/send-letter-support', {
    as: player,
    body: { data: { email: player.email, reason: 'OTHER', message: 'The owl is gone.' } },
  })
  const passkeyId = newId()
  await insertPasskey(context.db, {
    id: passkeyId,
    accountId: player.userId,
    credentialId: randomBytes(16).toString('base64url'),
    publicKey: '',
    counter: 0,
    transports: '[]',
    name: 'Phone',
    isSynced: 0,
    createdAt: clock.now(),
    lastUsedAt: null,
  })
  const { email, password } = player
  const { session } = await hub.callOk('POST /session/get', { body: { project: ownProject } })
  await hub.callOk('POST /auth/login-by-email', { body: { email, password }, headers: { session } })
  const sessions = await hub.callOk('GET /me/login-sessions', { as: player })
  const other = sessions.data.result.find(({ isCurrent }) => !isCurrent)
  if (!purchase || !other) throw new Error('A record is missing')
  return {
    playerId: player.userId,
    orderId: order.id,
    paidOrderId: paid.id,
    purchaseId: purchase.id,
    webhookId,
    ticketId: ticket.data.result.ticketId,
    passkeyId,
    loginSessionId: other.id,
    hubSession: session,
    playId: await startPlay(hub, player),
  }
}

async function startPlay(hub: TestHub, as: Player): Promise<string> {
  const { playId } = (await hub.callOk('POST /play/start', { as, body: { project: ownProject } })).data.result
  hub.clock.advance(MINUTE_MS)
  return playId
}

import { randomUUID } from 'node:crypto'
import { storeFault } from '@playhub/contract/operator/sentences/faults'
import { insertPasskey } from '../../src/accounts/passkeys/passkey-store.ts'
import { insertClosingReceipt, newClosingReceipt } from '../../src/payments/records/receipt-store.ts'
import { transact } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { gameServerClient, openGame } from '../support/game-server-client.ts'
import type { operatorClient } from '../support/operators/operator-client.ts'
import type { startGameServer } from '../support/payments/game-server.ts'
import { hints, stripeCheckout } from '../support/payments/stripe-checkout.ts'
import { saveClient } from '../support/save-client.ts'
import { supportClient } from '../support/support-client.ts'
import type { Player, TestHub } from '../support/test-hub.ts'

/** A player who left each kind of personal data in every writable text. */
export const canary = {
  email: 'canary@birds.example',
  firstName: 'Canaria',
  lastName: 'Finch',
  phone: '+7 912 345 67 89',
  ipv4: '203.0.113.77',
  ipv6: ['2001:db8:cafe::77', '2001:0DB8:CAFE:0000:0000:0000:0000:0077', '::ffff:203.0.113.77'],
  card: '4242 4242 4242 4242',
  label: '@canary_finch',
}

export const canaryName = `${canary.firstName} ${canary.lastName}`
const contacts = [canary.email, canary.phone, canary.card, canary.label, canary.ipv4, ...canary.ipv6]
/** At most 250 characters, as a reason. */
export const canaryText = `${canaryName} ${contacts.join(', ')}`
/** Text kept out of everything masked or erased. */
export const canarySecrets = [canary.firstName, canary.lastName, ...contacts]

const project = 'islandm3'
const reason = { reason: canaryText }

type Staff = ReturnType<typeof operatorClient>

/**
 * Writes the canary through every call of players, game servers and staff with a text, and into errors.
 * @param staff  An owner of everything, with a recent reauthentication.
 */
export async function plantCanaries(
  hub: TestHub,
  game: Awaited<ReturnType<typeof startGameServer>>,
  staff: Staff,
): Promise<{ player: Player; orderId: string }> {
  game.respondWith(() => ({ status: 500, text: canaryText }))
  const player = await hub.logIn(canary.email)
  const { firstName, lastName } = canary
  const headers = { 'user-agent': `Mozilla/5.0 ${canaryText}` }
  await hub.callOk('POST /me/names', { as: player, body: { firstName, lastName } })
  const { email, password } = player
  const { session } = await hub.callOk('POST /session/get', {
    body: { project, uid: canaryText.slice(0, 60) },
  })
  await hub.callOk('POST /auth/login-by-email', {
    body: { email, password },
    headers: { session, ...headers },
  })
  await hub.callOk('POST /payments/update-mail-to-receive-check', { as: player, body: { email } })
  await insertIdentity(hub, player)
  await insertPasskey(hub.context.db, {
    ...{
      id: newId(),
      accountId: player.userId,
      credentialId: newId(),
      publicKey: '',
      counter: 0,
      transports: '[]',
    },
    ...{ name: canaryName, isSynced: 0, createdAt: hub.clock.now(), lastUsedAt: null },
  })
  await hub.callOk('POST /auth/recovery-password', { body: { email } })
  const orderId = await plantInPayments(hub, player, staff)
  await plantInSupport(hub, player, staff, orderId)
  await plantInGame(hub, player)
  await plantByStaff(player, staff)
  await plantInJobs(hub)
  await hub.runDueJobs()
  return { player, orderId }
}

/** An identity provider's label; the name at the hub is the same. */
async function insertIdentity({ context: { db }, clock }: TestHub, { userId }: Player): Promise<void> {
  await db.updateTable('accounts').set({ nickName: canaryName }).where('id', '=', userId).execute()
  await db
    .insertInto('identities')
    .values({
      ...{ accountId: userId, provider: 'telegram', subject: canary.label, label: canary.label },
      createdAt: clock.now(),
    } as never)
    .execute()
}

async function plantInPayments(hub: TestHub, player: Player, staff: Staff): Promise<string> {
  const checkout = stripeCheckout(hub)
  const server = gameServerClient(hub)
  await openGame(hub, player)
  const ordered = await server.callOk('POST /payments', {
    body: { playerId: player.userId, itemId: hints, metadata: { character: canaryText } },
    once: 'order',
  })
  const { id: intentId } = await checkout.open(player, ordered.id)
  await checkout.decide(intentId)
  await checkout.deliver(await checkout.fetchEvent(intentId, 'payment_intent.succeeded'))
  const { orderId: first } = await checkout.buy(player)
  const { orderId: second } = await checkout.buy(player)
  await server.callOk('POST /payments/{id}/refunds', { params: { id: first }, body: reason, once: 'refund' })
  const params = { id: second }
  const given = { params, body: reason, idempotencyKey: randomUUID() }
  await staff.callOk('POST /orders/{id}/refunds', { ...given, body: { ...reason, item: 'keep' } })
  await staff.callOk('POST /orders/{id}/revoke', { ...given, idempotencyKey: randomUUID() })
  await staff.callOk('POST /orders/{id}/grant', { ...given, idempotencyKey: randomUUID() })
  await staff.callOk('POST /orders/{id}/reconcile', { params, body: reason })
  await staff.callOk('POST /orders/{id}/receipt/resend', { params, body: { email: canary.email, ...reason } })
  await hub.runDueJobs()
  const { db } = hub.context
  const { id } = await db.selectFrom('webhooks').select('id').orderBy('id').executeTakeFirstOrThrow()
  await staff.callOk('POST /webhooks/{id}/resend', {
    params: { id },
    body: reason,
    idempotencyKey: randomUUID(),
  })
  await db
    .updateTable('refunds')
    .set({ state: 'failed', error: canaryText, settledAt: hub.clock.now() })
    .where('orderId', '=', first)
    .execute()
  await db.updateTable('attempts').set({ reviewReason: canaryText }).execute()
  const error = storeFault('provider-refused', { said: canaryText })
  const now = hub.clock.now()
  const receipt = { ...newClosingReceipt(first, now), state: 'failed', error, finishedAt: now } as const
  await transact(db, (tx) => insertClosingReceipt(tx, receipt))
  return second
}

async function plantInSupport(hub: TestHub, player: Player, staff: Staff, orderId: string): Promise<void> {
  const support = supportClient(hub)
  const id = await support.openTicket(player, {
    ...{ reason: 'DROP_NOT_CREDITED', paymentId: orderId, message: canaryText },
  } as never)
  await support.reply(player, id, canaryText)
  const params = { id }
  const text = { text: canaryText }
  await staff.callOk('POST /tickets/{id}/answer', {
    params,
    body: { ...text, close: false },
    idempotencyKey: randomUUID(),
  })
  await staff.callOk('POST /tickets/{id}/notes', { params, body: text })
  await staff.callOk('PUT /tickets/{id}/draft', { params, body: text })
  await staff.callOk('PUT /tickets/{id}/tags', {
    params,
    body: { tags: [canary.label, canaryName], version: 0 },
  })
  await staff.callOk('POST /tickets/{id}/close', { params, body: reason })
  await support.reply(player, id, canaryText)
  await staff.callOk('POST /replies', { body: { title: canaryName, language: 'en', ...text } })
}

async function plantInGame(hub: TestHub, player: Player): Promise<void> {
  await saveClient(hub, player).writeOk('progress', JSON.stringify({ name: canaryText }), 0)
  await saveClient(hub, player).writeOk('progress', JSON.stringify({ name: `${canaryText}.` }), 1)
  const { data } = await hub.callOk('POST /play/start', { as: player, body: { project } })
  hub.clock.advance(60_000)
  const { playId } = data.result
  const score = { project, board: 'best', score: 7, extra: canaryName, playId }
  await hub.callOk('POST /play/scores', { as: player, body: score } as never)
  const errors = [{ message: `Error: ${canaryText}`, count: 1 }]
  await hub.callOk('POST /play/report', { as: player, body: { playId, activeSeconds: 9, errors } } as never)
  await hub.context.plays.flush()
  await insertBuild(hub)
}

/** The build in which the error was met. */
async function insertBuild({ context: { db }, clock }: TestHub): Promise<void> {
  const now = clock.now()
  const texts = { label: null, state: 'ready', manifest: '{}', warnings: '[]', engine: null } as const
  const build = { id: newId(), project, number: 1, ...texts, files: 1, sizeBytes: 1, createdAt: now }
  await db
    .insertInto('builds')
    .values({ ...build, createdBy: 'test', activatedAt: now, removedAt: null })
    .execute()
  await db.updateTable('gameErrors').set({ buildNumber: 1 }).execute()
}

async function plantByStaff({ userId }: Player, staff: Staff): Promise<void> {
  const params = { id: userId }
  const onBoard = { params, body: { project, board: 'best', ...reason } }
  await staff.callOk('POST /players/{id}/notes', { params, body: { text: canaryText } })
  await staff.callOk('POST /players/{id}/scores/hide', onBoard)
  await staff.callOk('POST /players/{id}/end-sessions', { params, body: reason })
  await staff.callOk('POST /players/{id}/export', { params, body: reason })
  await staff.callOk('POST /players/{id}/ban', { params, body: { until: null, ...reason } })
  await staff.read(`/players/export?q=${encodeURIComponent(canary.email)}`)
  await staff.read(`/players/export?q=${encodeURIComponent(canaryName)}`)
  await staff.read(`/orders/export?q=${encodeURIComponent(canary.email)}`)
  await staff.read(`/search?q=${encodeURIComponent(canary.email)}`)
  await staff.callOk('POST /game-servers/{project}/pause', { params: { project }, body: reason })
}

/**
 * Writes the canary as the reason of a review, a decline and a version.
 * @param staff     An owner of everything, with a recent reauthentication.
 * @param producer  Edits the project's content, whose files are in the database.
 */
export async function plantInContent(staff: Staff, producer: Staff & { id: string }): Promise<void> {
  const params = { project }
  for (const { callOk } of [producer, staff]) {
    const file = { params: { ...params, path: `projects/${project}.yaml` } }
    const { result } = (await callOk('GET /content/drafts/{project}/files/{path}', file)).data
    const body = { text: `${result.text}# Changed\n`, baseSha256: result.baseSha256 }
    await callOk('PUT /content/drafts/{project}/files/{path}', { ...file, body })
  }
  const decline = { params, body: { ...reason, operator: producer.id } }
  await producer.callOk('POST /content/drafts/{project}/review', { params, body: reason })
  await staff.callOk('POST /content/drafts/{project}/review/decline', decline)
  await producer.callOk('POST /content/drafts/{project}/review', { params, body: reason })
  await staff.callOk('POST /content/drafts/{project}/publish', { params, body: reason })
}

async function plantInJobs({ context: { db, jobs }, clock }: TestHub): Promise<void> {
  const job = { kind: 'accounts.email-password-changed', payload: { email: canary.email, language: 'en' } }
  await transact(db, (tx) =>
    jobs.enqueue(tx, { ...job, dedupeKey: newId(), runAt: clock.now() + 86_400_000 * 90 }),
  )
  await db
    .updateTable('jobs')
    .set({ state: 'dead', lastError: `550 <${canary.email}>: ${canaryText}` })
    .where('kind', '=', job.kind)
    .execute()
}

import { expect } from 'vitest'
import { readTables } from '../../../test/security/accounts/database-snapshot.ts'
import { canarySecrets, plantCanaries } from '../../../test/security/canaries.ts'
import { gameServerClient } from '../../../test/support/game-server-client.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { gameServerTest as test } from '../../../test/support/payments/game-server.ts'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { deletePlayer } from '../operator/players.ts'

/** Templates, and why webhooks of a project were paused, are no texts about a player. */
const ownTexts = new Set(['saved_replies', 'paused_projects'])
const isOwnAction = (action: unknown) => /^(reply|webhook\.(pause|resume))/.test(String(action))

/** Texts by players, games and staff about a player. */
const writable = [
  ...[
    'accounts.email',
    'accounts.nickName',
    'accounts.receiptEmail',
    'attempts.receiptEmail',
    'audit_log.reason',
  ],
  ...[
    'closing_receipts.error',
    'codes.email',
    'hidden_scores.reason',
    'hub_sessions.uid',
    'idempotent_responses.response',
  ],
  ...[
    'identities.label',
    'jobs.lastError',
    'jobs.payload',
    'leaderboard_scores.extra',
    'login_sessions.userAgent',
  ],
  ...['orders.metadata', 'passkeys.name', 'player_notes.text', 'player_search.words', 'provider_events.raw'],
  ...[
    'receipts.email',
    'refunds.error',
    'refunds.reason',
    'save_versions.value',
    'saves.value',
    'tickets.email',
  ],
  ...['ticket_drafts.text', 'ticket_messages.text', 'ticket_notes.text', 'ticket_tags.tag', 'webhooks.body'],
  ...['webhook_deliveries.response'],
]

/** Place of the canary, by "table.column". */
async function findCanary(hub: TestHub): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [name, rows] of await readTables(hub)) {
    if (ownTexts.has(name)) continue
    for (const row of rows.filter(({ action }) => !isOwnAction(action)))
      for (const [column, value] of Object.entries(row)) {
        const text = String(value)
        const isThere = canarySecrets.some((secret) => text.toLowerCase().includes(secret.toLowerCase()))
        if (isThere) found.set(`${name}.${column}`, text)
      }
  }
  return found
}

/**
 * Columns with ids, codes and texts from the hub, its content or its staff: no text about a player. Game errors are
 * stored without personal data.
 */
const structural =
  /^kysely|^(secrets|signing_keys|operator\w*|operators|project_keys|builds|hub_processes|paused_projects|saved_replies|used_proofs|counters)\.|\.(id|\w*Id|\w*Key|\w*[hH]ash|kid|kind|type|state|\w*State|status|outcome|purpose|project|provider|currency|countryBy\w+|language|locale|board|period|day|author|source|origin|action|subject|scope|number|reason|traceparent|sortOrder|authType|withdrawalMode|contentVersion|offerIds|lines|slot|createdBy)$|^orders\.title\w*|^tickets\.title\w*|\.(operator|ip|content|paidWith|requestedBy|resentBy|editedBy|lastError|before|transports)$|^(player_search_(index|folded)|ticket_search_index)_config|^game_errors.message$/

async function listTexts(hub: TestHub, except: Map<string, string>): Promise<string[]> {
  const tables = [...(await readTables(hub))]
  return tables.flatMap(([name, rows]) =>
    Object.keys(rows[0] ?? {})
      .filter((column) => rows.some((row) => typeof row[column] === 'string'))
      .map((column) => `${name}.${column}`)
      .filter((column) => !except.has(column)),
  )
}

test('an erased player is in no column of the database', { timeout: 120_000 }, async ({ hub, game }) => {
  const staff = await (await addTestOperator(hub, { role: 'owner', project: '*' })).prove()
  const { player } = await plantCanaries(hub, game, staff)
  const planted = await findCanary(hub)
  expect((await listTexts(hub, planted)).filter((column) => !structural.test(column))).toEqual([])
  expect([...planted.keys()]).toEqual(expect.arrayContaining(writable))
  await deletePlayer(hub.context, player.userId, { operator: 'olga', reason: 'Asked', isAtOnce: true })
  await hub.runDueJobs()
  expect(await hub.context.accounts.findAccount(player.userId)).toBeUndefined()
  expect(Object.fromEntries(await findCanary(hub))).toEqual({})
})

test('a refund without an answer keeps its reason until it is decided', async ({ hub, player }) => {
  const { db } = hub.context
  const { orderId } = await stripeCheckout(hub).buy(player)
  const reason = 'Anna asked for it'
  await gameServerClient(hub).callOk('POST /payments/{id}/refunds', {
    params: { id: orderId },
    body: { reason },
  })
  await db.updateTable('refunds').set({ sentAt: hub.clock.now(), nextCheckAt: null }).execute()
  await db.deleteFrom('jobs').where('kind', '=', 'payments.refund').execute()
  await deletePlayer(hub.context, player.userId, { operator: 'olga', reason: 'Asked', isAtOnce: true })
  await hub.runDueJobs()
  const readReason = async () => (await db.selectFrom('refunds').select('reason').executeTakeFirst())?.reason
  expect(await readReason()).toBe(reason)
  await hub.passTime(DAY_MS)
  expect(await readReason()).toBe(reason)
  await db.updateTable('refunds').set({ state: 'succeeded' }).execute()
  await hub.passTime(DAY_MS)
  expect(await readReason()).toBe('Erased with the account')
})

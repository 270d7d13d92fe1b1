import { recordOperation } from '../../platform/audit-log.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { enqueueAlert } from '../alerts/alerts.ts'
import { isSameDevice } from '../alerts/device.ts'
import type { Deps, OperatorClient } from '../deps.ts'
import { lockOperator, updateOperator } from '../operator-store.ts'
import { newSession } from '../sessions/session.ts'
import { insertSession, listClients } from '../sessions/session-store.ts'
import type { OperatorRow } from '../tables.ts'

export type LoggedInOperator = {
  /** The cookie holds it. */
  token: string
  operatorId: string
}

/** @throws Refusal OPERATOR_LOGIN_REFUSED unless the operator is active; locks the row until the transaction ends */
export async function lockActiveOperator(tx: Tx, operatorId: string): Promise<OperatorRow> {
  const operator = await lockOperator(tx, operatorId)
  if (operator?.state !== 'active') throw new Refusal('OPERATOR_LOGIN_REFUSED')
  return operator
}

/** Opens a session, within the transaction that consumes the assertion. A new device mails the operator. */
export async function completeLogin(
  deps: Pick<Deps, 'clock' | 'jobs'>,
  tx: Tx,
  { id, name }: OperatorRow,
  { client, method }: { client: OperatorClient; method: 'code' | 'passkey' },
): Promise<LoggedInOperator> {
  const now = deps.clock.now()
  const { token, session } = newSession(deps, id, client)
  const known = await listClients(tx, id)
  await insertSession(tx, session)
  // The first login follows the set-up, which its owner has just completed.
  if (known.length > 0 && !known.some((each) => isSameDevice(each, client)))
    await enqueueAlert(deps, tx, { alert: 'new-device', operatorId: id, at: now, sessionId: session.id })
  await updateOperator(tx, id, { lastSeenAt: now })
  await recordOperation(
    tx,
    { operator: name, operatorId: id, sessionId: session.id, ip: client.ip, reason: null },
    { action: 'operator.login', subject: id, after: { method }, at: now },
  )
  return { token, operatorId: id }
}

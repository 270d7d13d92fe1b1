/** `legal.withdrawal: waiver`: players waive the right to withdraw before they pay. */
import { createHash } from 'node:crypto'
import type { InterfaceLanguage, PaymentProcess } from '@playhub/contract'
import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { expectOrder, setWithdrawalWaiver } from '../records/order-store.ts'
import type { OrderRow, WithdrawalWaiver } from '../records/tables.ts'

type WaiverDeps = Pick<Deps, 'catalogue'>
type WaivedOrder = Pick<OrderRow, 'withdrawalWaiver'>

export function isWaiverMissing({ catalogue }: WaiverDeps, { withdrawalWaiver }: WaivedOrder): boolean {
  return catalogue.content().hub.legal.withdrawal === 'waiver' && withdrawalWaiver === null
}

/** The statement to accept before paying; undefined when there is none, or it is accepted. */
export function describeWaiver(
  deps: WaiverDeps,
  order: WaivedOrder,
  language: InterfaceLanguage,
): PaymentProcess['waiver'] {
  return isWaiverMissing(deps, order) ? readStatement(deps, language) : undefined
}

/**
 * Stores the waiver with its text. Idempotent: the first one counts.
 * @param request.sha256  Names the text that the player has seen, in any language of the hub.
 * @returns  false when the order needs no waiver
 * @throws Refusal PAYMENT_NOT_FOUND; WITHDRAWAL_WAIVER_REQUIRED when the hub has no such text
 */
export async function waiveWithdrawal(
  deps: Pick<Deps, 'db' | 'clock' | 'catalogue'>,
  { playerId, orderId, sha256 }: { playerId: string; orderId: string; sha256: string },
): Promise<boolean> {
  const order = await expectOrder(deps, playerId, orderId)
  if (!isWaiverMissing(deps, order)) return order.withdrawalWaiver !== null
  const { languages } = deps.catalogue.content().languages
  const language = languages.find((one) => readStatement(deps, one).sha256 === sha256)
  if (language === undefined) throw new Refusal('WITHDRAWAL_WAIVER_REQUIRED')
  const { text } = readStatement(deps, language)
  const waiver: WithdrawalWaiver = { at: deps.clock.now(), language, text, sha256 }
  return setWithdrawalWaiver(deps.db, orderId, JSON.stringify(waiver))
}

function readStatement({ catalogue }: WaiverDeps, language: InterfaceLanguage) {
  const { statement: text } = catalogue.messagesIn(language).emails.withdrawal
  return { text, sha256: createHash('sha256').update(text).digest('hex') }
}

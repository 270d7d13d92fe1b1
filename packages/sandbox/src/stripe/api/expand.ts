import type { Account } from '../account/account.ts'
import { invalid } from '../model/errors.ts'
import {
  renderCharge,
  renderIntent,
  renderList,
  renderMethod,
  renderRefund,
  type StripeObject,
} from '../model/render.ts'

const DEEPEST = 4

/** Replaces ids by the objects they name, as `expand[]` asks. @throws StripeFailure  for what cannot be expanded */
export function expand(account: Account, object: StripeObject, paths: string[]): StripeObject {
  for (const path of paths) expandPath(account, object, path.split('.').slice(0, DEEPEST), path)
  return object
}

function expandPath(account: Account, object: StripeObject, [step, ...rest]: string[], path: string): void {
  if (step === undefined) return
  if (object.object === 'list') {
    if (step !== 'data') throw unexpandable(path)
    for (const item of object.data as StripeObject[]) expandPath(account, item, rest, path)
    return
  }
  const fetch = expandable[step]
  if (!fetch || !(step in object || step === 'refunds')) throw unexpandable(path)
  const value = object[step]
  if (typeof value !== 'object' || value === null) object[step] = fetch(account, value, object) ?? null
  const inner = object[step]
  if (typeof inner === 'object' && inner !== null) expandPath(account, inner as StripeObject, rest, path)
}

const expandable: Record<
  string,
  (account: Account, id: unknown, holder: StripeObject) => StripeObject | undefined | null
> = {
  latest_charge: chargeOf,
  charge: chargeOf,
  payment_intent: ({ ledger, place }, id) => {
    const intent = ledger.intents.get(String(id))
    return intent && renderIntent(intent, place.url)
  },
  payment_method: ({ ledger }, id, holder) => {
    const isCharge = holder.object === 'charge'
    const method = isCharge
      ? ledger.charges.get(String(holder.id))?.method
      : ledger.intents.get(String(holder.id))?.method
    return method && method.id === id ? renderMethod(method) : undefined
  },
  refunds: ({ ledger }, _id, holder) => {
    const refunds = [...ledger.refunds.values()].filter(({ chargeId }) => chargeId === holder.id).reverse()
    return renderList(`/v1/charges/${holder.id}/refunds`, refunds.map(renderRefund), false)
  },
  customer: () => null,
  balance_transaction: () => null,
}

function chargeOf({ ledger, place }: Account, id: unknown): StripeObject | undefined {
  const charge = ledger.charges.get(String(id))
  return charge && renderCharge(charge, place.url)
}

function unexpandable(path: string) {
  return invalid(`This property cannot be expanded (${path}).`, 'expand')
}

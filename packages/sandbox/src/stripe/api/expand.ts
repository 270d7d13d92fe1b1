import type { Account } from '../account/account.ts'
import { invalidRequest } from '../model/errors.ts'
import {
  renderCharge,
  renderIntent,
  renderList,
  renderMethod,
  renderRefund,
  type StripeObject,
} from '../model/render.ts'

const MAX_DEPTH = 4

/** Replaces the ids in `expand[]` by their objects. @throws StripeError  for any other field */
export function expand(account: Account, object: StripeObject, paths: string[]): StripeObject {
  for (const path of paths) expandPath(account, object, path.split('.').slice(0, MAX_DEPTH), path)
  return object
}

function expandPath(account: Account, object: StripeObject, [step, ...rest]: string[], path: string): void {
  if (step === undefined) return
  if (object.object === 'list') {
    if (step !== 'data') throw notExpandable(path)
    for (const item of object.data as StripeObject[]) expandPath(account, item, rest, path)
    return
  }
  const fetch = expandable[step]
  if (!fetch || !(step in object || step === 'refunds')) throw notExpandable(path)
  const value = object[step]
  if (typeof value !== 'object' || value === null) object[step] = fetch(account, value, object) ?? null
  const inner = object[step]
  if (typeof inner === 'object' && inner !== null) expandPath(account, inner as StripeObject, rest, path)
}

const expandable: Record<
  string,
  (account: Account, id: unknown, parent: StripeObject) => StripeObject | undefined | null
> = {
  latest_charge: findCharge,
  charge: findCharge,
  payment_intent: ({ intents, context }, id) => {
    const intent = intents.get(String(id))
    return intent && renderIntent(intent, context.url)
  },
  payment_method: ({ charges, intents }, id, parent) => {
    const holder = (parent.object === 'charge' ? charges : intents).get(String(parent.id))
    const method = holder?.method
    return method && method.id === id ? renderMethod(method) : undefined
  },
  refunds: ({ refunds }, _id, charge) => {
    const chargeRefunds = refunds.newest().filter(({ chargeId }) => chargeId === charge.id)
    return renderList(`/v1/charges/${charge.id}/refunds`, chargeRefunds.map(renderRefund), false)
  },
  customer: () => null,
  balance_transaction: () => null,
}

function findCharge({ charges, context }: Account, id: unknown): StripeObject | undefined {
  const charge = charges.get(String(id))
  return charge && renderCharge(charge, context.url)
}

function notExpandable(path: string) {
  return invalidRequest(`This property cannot be expanded (${path}).`, 'expand')
}

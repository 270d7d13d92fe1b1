import { newId } from '../../platform/ids.ts'
import { invalidRequest, resourceMissing } from '../model/errors.ts'
import type { Domain } from '../model/records.ts'
import type { StripeObject } from '../model/render.ts'
import { listPage } from './listing.ts'
import type { Call, Operation } from './operation.ts'

/** Hosts on which wallets are offered. */
export const domainOperations: Operation[] = [
  { name: 'payment_method_domains.create', method: 'POST', path: '/payment_method_domains', run: create },
  { name: 'payment_method_domains.list', method: 'GET', path: '/payment_method_domains', run: list },
  { name: 'payment_method_domains.update', method: 'POST', path: '/payment_method_domains/:id', run: update },
]

function create({ account, params }: Call): StripeObject {
  const name = String(params.domain_name ?? '')
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name)) throw invalidRequest('Invalid domain name', 'domain_name')
  const known = account.domains.all().find((domain) => domain.name === name)
  if (known) return render(known)
  const isEnabled = params.enabled !== 'false'
  return save(account, { id: newId('pmd_', 24), name, isEnabled, createdAt: account.nowS() })
}

function list({ account, params }: Call): StripeObject {
  const domains = account.domains
    .all()
    .filter(({ name }) => params.domain_name === undefined || params.domain_name === name)
    .filter(({ isEnabled }) => params.enabled === undefined || params.enabled === String(isEnabled))
  return listPage('/v1/payment_method_domains', domains, params, {
    createdAt: (domain) => domain.createdAt,
    render,
  })
}

function update({ account, id, params }: Call): StripeObject {
  const domain = account.domains.get(id)
  if (!domain) throw resourceMissing('payment_method_domain', id)
  return save(account, { ...domain, isEnabled: params.enabled !== 'false' })
}

function save(account: Call['account'], domain: Domain): StripeObject {
  account.domains.put(domain)
  account.context.stateChanged()
  return render(domain)
}

function render({ id, name, isEnabled, createdAt }: Domain): StripeObject {
  const status = { status: isEnabled ? 'active' : 'inactive' }
  return {
    ...{ id, object: 'payment_method_domain', created: createdAt, domain_name: name, enabled: isEnabled },
    ...{ amazon_pay: status, apple_pay: status, google_pay: status, klarna: status, link: status },
    ...{ paypal: status, livemode: false },
  }
}

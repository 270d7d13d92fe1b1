import { ports, startProcess } from '../processes.ts'
import { createDatabase, password } from '../selling-hub.ts'
import { call } from '../stub-services.ts'
import { install } from './install.ts'
import type { Shop } from './shop.ts'

const port = ports.hub + 12
const url = `http://127.0.0.1:${port}`
const administrator = 'administrator@playhub.example'
const version = '2.21.2'
const packages = {
  '@medusajs/cli': version,
  '@medusajs/framework': version,
  '@medusajs/medusa': version,
}
const env = {
  MEDUSA_DISABLE_TELEMETRY: 'true',
  NODE_ENV: 'production',
  LOG_LEVEL: 'error',
  NODE_NO_WARNINGS: '1',
}

type Headers = Record<string, string>
type Created = { id: string }
type Completed = { order: { payment_collections: [{ payments: [Created] }] } }

/** An order is a cart with one item and a payment, authorized at once and then captured as if by a provider's event. */
export async function openMedusa(): Promise<Shop> {
  const folder = install('medusa', packages)
  const database = await createDatabase()
  const args = [folder, String(port), database.url, administrator, password]
  const server = await startProcess('bench/src/peers/medusa-server.ts', `${url}/health`, env, args)
  const { regionId, variantId, key, admin } = await stock()
  const headers = { 'x-publishable-api-key': key }
  const items = [{ variant_id: variantId, quantity: 1 }]
  return {
    async buy(buyer) {
      const email = `buyer-${buyer}@playhub.example`
      const { cart } = await post<{ cart: Created }>(
        '/store/carts',
        { region_id: regionId, email, items },
        headers,
      )
      const { payment_collection: payment } = await post<{ payment_collection: Created }>(
        '/store/payment-collections',
        { cart_id: cart.id },
        headers,
      )
      const sessions = `/store/payment-collections/${payment.id}/payment-sessions`
      await post(sessions, { provider_id: 'pp_system_default' }, headers)
      const completion = `/store/carts/${cart.id}/complete?fields=*payment_collections.payments`
      const { order } = await post<Completed>(completion, {}, headers)
      const [collection] = order.payment_collections
      await post(`/admin/payments/${collection.payments[0].id}/capture`, {}, admin)
    },
    async close() {
      await server.stop()
      await database.drop()
    },
  }
}

/** Creates a digital product with a price, and the key for a storefront selling it. */
async function stock(): Promise<{ regionId: string; variantId: string; key: string; admin: Headers }> {
  const { token } = await post<{ token: string }>(
    '/auth/user/emailpass',
    { email: administrator, password },
    {},
  )
  const admin = { authorization: `Bearer ${token}` }
  const { region } = await post<{ region: Created }>(
    '/admin/regions',
    {
      name: 'Europe',
      currency_code: 'eur',
      countries: ['de'],
      payment_providers: ['pp_system_default'],
    },
    admin,
  )
  const { sales_channel: channel } = await post<{ sales_channel: Created }>(
    '/admin/sales-channels',
    { name: 'Shop' },
    admin,
  )
  const variant = {
    title: 'Hints',
    manage_inventory: false,
    options: { Kind: 'Hints' },
    prices: [{ currency_code: 'eur', amount: 1.99 }],
  }
  const { product } = await post<{ product: { variants: [Created] } }>(
    '/admin/products',
    {
      title: 'Hints',
      status: 'published',
      options: [{ title: 'Kind', values: ['Hints'] }],
      sales_channels: [{ id: channel.id }],
      variants: [variant],
    },
    admin,
  )
  const { api_key: key } = await post<{ api_key: Created & { token: string } }>(
    '/admin/api-keys',
    { title: 'Shop', type: 'publishable' },
    admin,
  )
  await post(`/admin/api-keys/${key.id}/sales-channels`, { add: [channel.id] }, admin)
  return { regionId: region.id, variantId: product.variants[0].id, key: key.token, admin }
}

const post = <T>(path: string, body: object, headers: Headers) =>
  call<T>('POST', `${url}${path}`, JSON.stringify(body), headers)

import { ports, startProcess } from '../processes.ts'
import { createDatabase, password } from '../selling-hub.ts'
import { call } from '../stub-services.ts'
import { install } from './install.ts'
import type { Shop } from './shop.ts'

const port = ports.hub + 11
const url = `http://127.0.0.1:${port}/shop-api`
const packages = { '@vendure/core': '3.7.3', pg: '8.23.1' }
const env = { VENDURE_DISABLE_TELEMETRY: 'true', NODE_ENV: 'production', NODE_NO_WARNINGS: '1' }

/** An order is a cart with one item, its checkout, and an instant payment. */
const steps = [
  'addItemToOrder(productVariantId: "1", quantity: 1)',
  'transitionOrderToState(state: "ArrangingPayment")',
  'addPaymentToOrder(input: { method: "card", metadata: {} })',
]

export async function openVendure(buyerCount: number): Promise<Shop> {
  const folder = install('vendure', packages)
  const database = await createDatabase()
  const args = [folder, String(port), database.url]
  const readyUrl = `http://127.0.0.1:${port}/health`
  const server = await startProcess('bench/src/peers/vendure-server.ts', readyUrl, env, args)
  const tokens: string[] = []
  for (let number = 0; number < buyerCount; number++) tokens.push(await signUp(number))
  return {
    async buy(buyer) {
      const headers = { authorization: `Bearer ${tokens[buyer]}` }
      let state: string | undefined
      for (const step of steps) {
        const query = `mutation { step: ${step} { ... on Order { state } ... on ErrorResult { message } } }`
        const { data } = await call<{ data: { step: { state?: string; message?: string } } }>(
          'POST',
          url,
          JSON.stringify({ query }),
          headers,
        )
        if (data.step.message) throw new Error(`${step}: ${data.step.message}`)
        state = data.step.state
      }
      if (state !== 'PaymentSettled') throw new Error(`The order is ${state} after its payment`)
    },
    async close() {
      await server.stop()
      await database.drop()
    },
  }
}

/** @returns  the token of the buyer's session */
async function signUp(number: number): Promise<string> {
  const email = `buyer-${number}@playhub.example`
  await mutate(
    `registerCustomerAccount(input: { emailAddress: "${email}", password: "${password}" }) { __typename }`,
  )
  const response = await mutate(`login(username: "${email}", password: "${password}") { __typename }`)
  const token = response.headers.get('vendure-auth-token')
  if (!token) throw new Error(`${email} is not logged in at Vendure`)
  return token
}

function mutate(mutation: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify({ query: `mutation { ${mutation} }` }) })
}

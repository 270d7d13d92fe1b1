/** Players who buy an item without a pause. */
import type { Order, PaymentState } from '@playhub/contract'
import { demoPlayer } from '@playhub/server/demo'
import { call } from './api.ts'
import { waitUntil } from './environment.ts'

const buyers = 4

export type Sales = {
  /** Ids of orders reported as paid by the hub. */
  paid(): string[]
  /** Lets the buyers finish. @throws Error  when a call has failed */
  stop(): Promise<void>
}

export async function startSales(
  { hubUrl, sandboxUrl }: { hubUrl: string; sandboxUrl: string },
  itemId: string,
): Promise<Sales> {
  const { email, password } = demoPlayer
  const loggedIn = await call<{ data: { result: { jwt: string } } }>(
    { hubUrl },
    'POST',
    '/auth/login-by-email',
    {
      body: { email, password },
    },
  )
  const { jwt } = loggedIn.data.result
  const paid = new Set<string>()
  let isBuying = true

  const opens = (id: string) =>
    call({ hubUrl }, 'GET', `/payments/stripe/create/${id}`, { jwt }).then(
      () => true,
      (error: Error) => {
        if (!error.message.includes('PAYMENT_ALREADY_PAID')) throw error
        return false
      },
    )

  async function buy(): Promise<void> {
    while (isBuying) {
      const { id } = await call<Order>({ hubUrl }, 'POST', '/payments/create', { jwt, body: { itemId } })
      // Buyers of one account share its open order, which another may have paid by now.
      if (!(await opens(id))) continue
      await fetch(`${sandboxUrl}/control/payments/${id}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ outcome: 'succeed' }),
      })
      await waitUntil(async () => {
        const { status } = await call<PaymentState>({ hubUrl }, 'GET', `/payments/get/${id}`, { jwt })
        return status === 'paid' || undefined
      }, `the payment of ${id}`)
      paid.add(id)
    }
  }

  const buying = Promise.all(Array.from({ length: buyers }, buy))
  buying.catch(() => {})
  return {
    paid: () => [...paid],
    async stop() {
      isBuying = false
      await buying
    },
  }
}

import { expect, test, vi } from 'vitest'
import { providerCases, stripeCase } from '../../../test/support/payments/provider-cases.ts'
import { startRefunds } from '../../../test/support/payments/refund-driver.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { newId } from '../../platform/ids.ts'

const yookassaCase = providerCases.find(({ provider }) => provider === 'yookassa')

/** A shop for refunds, and its hub's operator commands. */
async function startOperator(providerCase = stripeCase) {
  const started = await startRefunds(providerCase)
  const lines: string[] = []
  const run = async (...args: string[]) => {
    const { code, printed } = await runOnHub(started.hub, args)
    lines.push(...printed.split('\n'))
    return code
  }
  return { ...started, lines, run }
}

test('an operator refunds a part and then the rest, and the running hub calls the provider', async () => {
  const { run, lines, buy, finishRefunds, expectRefunded } = await startOperator()
  const { orderId, id } = await buy()
  expect(await run('refund', orderId, '0.40', '--reason', 'It', 'did', 'not', 'arrive')).toBe(0)
  expect(lines.at(-1)).toMatch(/^Refund .* of \$0\.40 is on its way\.$/)
  await finishRefunds(orderId)
  await expectRefunded(orderId, id, 40)
  expect(await run('refund', orderId, '--reason', 'Twice unlucky')).toBe(0)
  expect(await finishRefunds(orderId)).toMatchObject([{ requestedBy: 'operator' }, { amountMinor: 59 }])
  await expectRefunded(orderId, id, 99)
})

test('equal refunds are two refunds, and only a repeated key is one', async () => {
  const { run, lines, hub, buy, finishRefunds, expectRefunded } = await startOperator()
  const { orderId, id } = await buy()
  const refund = (...words: string[]) => run('refund', orderId, '0,10', '--reason', 'Sorry', ...words)
  expect([await refund(), await refund('--by', 'olga')]).toEqual([0, 0])
  expect([await refund('--key', 'case-7'), await refund('--key', 'case-7')]).toEqual([0, 0])
  expect(lines.at(-1)).toMatch(/^Refund .* of \$0\.10 is already on its way\. Nothing more was refunded\.$/)
  expect(await run('refund', orderId, '0.20', '--reason', 'Sorry', '--key', 'case-7')).toBe(1)
  expect(lines.at(-1)).toContain('Nothing was refunded.')
  await finishRefunds(orderId)
  await expectRefunded(orderId, id, 30)
  const { printed } = await runOnHub(hub, `audit --subject ${orderId} --json`)
  expect(JSON.parse(printed).data.result).toMatchObject([
    { operator: 'root' },
    { operator: 'olga' },
    { operator: 'root' },
  ])
})

test('the refund command reports why it refunds nothing', async () => {
  const { run, lines, buy, listRefunds } = await startOperator()
  const { orderId } = await buy()
  expect(await run('refund', orderId, '1.00', '--reason', 'Too much')).toBe(1)
  expect(lines.at(-1)).toBe('Only $0.99 of the payment is left to refund.')
  expect(await run('refund', newId(), '--reason', 'Nobody knows')).toBe(1)
  expect(lines.at(-1)).toBe('There is no such payment; "orders find" looks for one.')
  for (const amount of ['1.234', '1,234', '0', 'all', '1e2']) {
    expect(await run('refund', orderId, amount, '--reason', 'x')).toBe(1)
    expect(lines.at(-1)).toBe(`"${amount}" is no amount: write it as 10.50, in the currency of the payment.`)
  }
  for (const words of [['-1', '--reason', 'x'], ['1'], [], ['1', '2', '--reason', 'x'], ['1', '--reason']]) {
    expect(await run('refund', orderId, ...words)).toBe(1)
    expect(lines.at(-1)).toBe(
      'Usage: npm run hub -- refund <payment> [amount] [--key <key>] [--by <operator>] --reason <why>',
    )
  }
  expect(await listRefunds(orderId)).toEqual([])
})

test('an operator retries a failed refund of a second charge', async () => {
  const { run, lines, hub, checkout, player, provider, listRefunds } = await startOperator(yookassaCase)
  const { orderId, id } = await checkout.orderAndOpen(player)
  // Pretends that the first attempt was closed here while its form stayed open in a browser.
  await hub.context.db.updateTable('attempts').set({ state: 'cancelled' }).execute()
  await checkout.open(player, orderId)
  await checkout.deliver(await checkout.payAndCapture((await checkout.getPayment(orderId)).id))
  // Synced first, so the other charge is the second one.
  await hub.runDueJobs()
  await checkout.control.rig(id, { refunds: 'refuse' })
  await checkout.deliver(await checkout.payAndCapture(id))
  await hub.runDueJobs()
  const [refused] = await listRefunds(orderId)
  expect(refused).toMatchObject({ requestedBy: 'hub', state: 'failed' })

  expect(await run('refund', orderId, '100.00', '--reason', 'The wrong way to ask')).toBe(1)
  expect(await run('refund', 'retry', newId())).toBe(1)
  expect(lines.at(-1)).toBe('There is no such refund.')
  expect(await run('payments', 'report')).toBe(1)
  expect(lines.join('\n')).toContain(`refund ${refused?.id}`)
  await checkout.control.rig(id, { refunds: 'succeed' })
  expect(await run('refund', 'retry', refused?.id ?? '')).toBe(0)
  expect(lines.at(-1)).toMatch(/^Refund .* of ₽99 is pending\.$/)
  await vi.waitFor(async () => {
    await hub.passTime(10_000)
    expect((await listRefunds(orderId)).map(({ state }) => state)).toEqual(['failed', 'succeeded'])
  }, 20_000)
  expect((await provider.fetchPayment(id)).refundedMinor).toBe(9900)

  expect(await run('refund', 'retry', refused?.id ?? '')).toBe(0)
  expect(lines.at(-1)).toMatch(/^Refund .* of ₽99 is succeeded\.$/)
  expect(await listRefunds(orderId)).toHaveLength(2)
  await checkout.expectPaidOnce(orderId)
  expect(await run('payments', 'report')).toBe(0)
})

test('the payments report lists what reconciliation found and everything that disagrees', async () => {
  const { run, lines, hub, checkout, player, buy, refund } = await startOperator()
  expect(await run('payments', 'report')).toBe(0)
  expect(lines.filter((line) => line.endsWith(': none'))).toHaveLength(6)

  const { orderId: missed, id } = await checkout.orderAndOpen(player)
  await checkout.pay(id)
  await hub.passTime(5 * 60_000)
  const { orderId: disputed, id: disputedId } = await buy()
  await checkout.control.decide(disputedId, { outcome: 'dispute', webhook: 'send' })
  await checkout.deliver(await checkout.take('charge.dispute.created'))
  const { orderId: refused } = await buy()
  await checkout.control.fault('stripe:refunds.create', '500', 99)
  await refund(refused)
  await hub.runDueJobs()
  await hub.passTime(25 * 3_600_000)
  const { db } = hub.context
  await db
    .updateTable('attempts')
    .set({ reviewReason: '50 USD arrived' })
    .where('orderId', '=', missed)
    .execute()
  await db.updateTable('webhooks').set({ state: 'dead' }).where('orderId', '=', refused).execute()

  lines.length = 0
  expect(await run('payments', 'report')).toBe(1)
  const report = lines.join('\n')
  expect(report).toContain(`${missed}  succeeded at stripe`)
  expect(report).toContain(`${missed}  stripe: 50 USD arrived`)
  expect(report).toMatch(new RegExp(`${refused} {2}\\$0\\.99, refund .*: The provider did not execute it`))
  expect(report).toMatch(new RegExp(`${disputed} {2}dp_.*: fraudulent`))
  expect(report).toContain('  islandm3  1')
})

test.each(['open', 'failed'] as const)(
  'the payments report lists what a requested reconciliation found: an attempt that was %s here',
  async (state) => {
    const { run, lines, hub, checkout, player } = await startOperator()
    const { orderId, id } = await checkout.orderAndOpen(player)
    await checkout.pay(id)
    if (state === 'failed') await hub.context.db.updateTable('attempts').set({ state, closedAt: 1 }).execute()
    expect(await run('orders', 'reconcile', orderId, '--by', 'olga', '--reason', 'Asked')).toBe(0)
    await hub.runDueJobs()
    lines.length = 0
    await run('payments', 'report')
    expect(lines.join('\n')).toContain(`${orderId}  succeeded at stripe`)
    await run('orders', 'show', orderId)
    expect(lines.join('\n')).toMatch(/Comparison with the provider requested by operator olga +Asked/)
  },
)

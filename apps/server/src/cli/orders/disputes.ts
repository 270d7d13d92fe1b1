import { type Currency, formatMoney } from '@playhub/contract'
import { listDisputes, listOpenDisputes } from '../../payments/records/dispute-store.ts'
import { type CommandContext, maxListed, onDatabase, readAll } from '../command-context.ts'
import { instant } from '../format.ts'

/** @param which  `all`, or undefined for those that wait for a response in the provider's dashboard. */
export async function listOpenOrAllDisputes(context: CommandContext, which: string[]): Promise<number> {
  const { print } = context
  const isAll = readAll(context, which)
  if (isAll === undefined) return 1
  return onDatabase(context, async ({ db }) => {
    const disputes = isAll ? await listDisputes(db, maxListed) : await listOpenDisputes(db)
    context.setJson(disputes)
    if (disputes.length === 0) print(isAll ? 'There are no disputes.' : 'No dispute is open.')
    for (const { orderId, providerDisputeId, amountMinor, currency, reason, state, openedAt } of disputes) {
      const amount = formatMoney({ amountMinor, currency: currency as Currency }, 'en')
      const opened = instant(openedAt)
      print(`  ${providerDisputeId}  ${state}, ${amount} of payment ${orderId}, since ${opened}: ${reason}`)
    }
    if (disputes.length === maxListed) print(`  Only ${maxListed} are listed.`)
  })
}

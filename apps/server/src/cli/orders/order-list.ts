import { type OperatorOrderState, operatorOrderStates } from '@playhub/contract/operator'
import { explainOrderById } from '../../payments/operator/order-details.ts'
import { listOrders } from '../../payments/operator/order-lists.ts'
import { expectOrderId } from '../../payments/operator/orders.ts'
import { type CommandContext, maxListed, onDatabase } from '../command-context.ts'
import { instant } from '../format.ts'

type ListOptions = { project?: string[]; state?: string[]; item?: string; player?: string; cursor?: string }

/** Lists orders in the states given, newest first. */
export async function showOrders(
  context: CommandContext,
  _: string[],
  { project, state, item, player, cursor }: ListOptions,
): Promise<number> {
  const { print } = context
  const unknown = state?.find((each) => !isState(each))
  if (unknown !== undefined) {
    print(`"${unknown}" is no state: use one of ${operatorOrderStates.join(', ')}.`)
    return 1
  }
  return onDatabase(context, async ({ db }) => {
    const query = { projects: project, states: state?.filter(isState), itemId: item }
    const playerIds = player === undefined ? undefined : [player]
    const page = await listOrders(db, { ...query, playerIds }, { limit: maxListed, cursor })
    context.setJson(page)
    for (const order of page.rows) {
      print(
        `  ${order.id}  ${instant(order.createdAt)}  ${order.titleEn} of ${order.project}: ${order.state}`,
      )
    }
    if (page.rows.length === 0) print('No order matches.')
    if (page.scannedTo !== null) print(`  Looked back to ${instant(page.scannedTo)}.`)
    if (page.nextCursor !== null) print(`  To see older ones: --cursor ${page.nextCursor}`)
  })
}

function isState(text: string): text is OperatorOrderState {
  return operatorOrderStates.some((state) => state === text)
}

/** Prints what happened to an order and who must act, with times in UTC. */
export function explain(context: CommandContext, [text = '']: string[]): Promise<number> {
  const style = { language: 'en', audience: 'operator', zone: 'UTC' } as const
  return onDatabase(
    context,
    async ({ db }) => {
      const explanation = await explainOrderById(db, await expectOrderId(db, text), style)
      context.setJson(explanation)
      context.print(explanation.sentence)
    },
    { PAYMENT_NOT_FOUND: () => 'There is no such payment; "orders find" looks for one.' },
  )
}

import { paymentProviders } from '@playhub/contract'
import type { Db } from '../../platform/database/database.ts'

/** The order with this id, payment id at a provider or receipt number. */
export async function findOrderId(db: Db, text: string): Promise<string | undefined> {
  return (await selectOrderIds(db, text).executeTakeFirst())?.id
}

/** Like `findOrderId`: a payment id may exist at several providers. */
export async function listOrderIds(db: Db, text: string): Promise<string[]> {
  return (await selectOrderIds(db, text).execute()).map(({ id }) => id)
}

function selectOrderIds(db: Db, text: string) {
  const attempts = db
    .selectFrom('attempts')
    .select('orderId as id')
    // The index begins with the provider.
    .where('provider', 'in', paymentProviders)
    .where('providerPaymentId', '=', text)
  return db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', text.toLowerCase())
    .unionAll(attempts)
    .unionAll(db.selectFrom('receipts').select('orderId as id').where('number', '=', text.toUpperCase()))
}

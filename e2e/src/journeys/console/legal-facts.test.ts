/** Staff see a player's consents, and on orders the waiver, the country, the withdrawal and the receipt of the delivery. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type ApiPlayer, call, createOrder } from '../../environment/api.ts'
import { accessibilityViolations } from '../../environment/browser.ts'
import { copyContent } from '../../environment/content.ts'
import { startEnvironment, type TestEnvironment, waitUntil } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator } from '../../environment/translator.ts'
import { openOwnerSession, useSession } from '../../steps/operator-session.ts'
import { buyItem } from '../../steps/payment.ts'

const file = join(copyContent().dir, 'hub.yaml')
const shipped = readFileSync(file, 'utf8')
const offer = (withdrawal: 'waiver' | 'refund') =>
  writeFileSync(file, `${shipped}\nlegal: { consents: required, withdrawal: ${withdrawal} }\n`)

const test = journey({
  start: () => {
    offer('waiver')
    return startEnvironment({
      CONTENT_DIR: join(file, '..'),
      YOOKASSA_RECEIPT_VAT: '20',
      YOOKASSA_RECEIPT_MODE: 'full_prepayment',
    })
  },
})

/** Waives the right to withdraw, and prepays at YooKassa. */
async function waiveAndBuy(environment: TestEnvironment, { jwt }: ApiPlayer) {
  const id = await createOrder(environment, jwt, { itemId: 'familytown-coins', language: 'en' })
  const path = `/payments/process/${id}`
  const { waiver } = await call<{ waiver: { text: string; sha256: string } }>(environment, 'GET', path, {
    jwt,
    language: 'en',
  })
  const body = { sha256: waiver.sha256 }
  await call(environment, 'POST', `/payments/waive-withdrawal/${id}`, { jwt, body })
  await call(environment, 'GET', `/payments/yookassa/create/${id}`, { jwt })
  await environment.decidePayment(id, 'succeed')
  return { id, text: waiver.text }
}

/** Buys once the hub has read its changed file, and takes the first step of a withdrawal. */
async function buyAndWithdraw(environment: TestEnvironment, player: ApiPlayer): Promise<string> {
  const probe = await createOrder(environment, player.jwt, { itemId: 'familytown-builders' })
  await waitUntil(async () => {
    const shown = await call<object>(environment, 'GET', `/payments/process/${probe}`, { jwt: player.jwt })
    return 'waiver' in shown ? undefined : true
  }, 'the changed file')
  const paymentId = await buyItem(environment, player, 'familytown-builders')
  await call(environment, 'POST', '/payments/withdraw', {
    jwt: player.jwt,
    body: { paymentId, step: 'declare' },
  })
  return paymentId
}

const withdrawn = { en: /The player withdrew from the contract/, ru: /Игрок отказался от договора/ }

test('staff see consents, waiver, country, withdrawal and closing receipt in English and Russian', async ({
  environment,
  player,
  openTab,
}) => {
  const waived = await waiveAndBuy(environment, player)
  const owner = await openOwnerSession(environment)
  await waitUntil(async () => {
    const { body } = await owner.call('GET', `/orders/${waived.id}`)
    return JSON.stringify(body).includes('closing-receipt.registered') || undefined
  }, 'the closing receipt')
  offer('refund')
  const declared = await buyAndWithdraw(environment, player)
  await call(environment, 'POST', '/me/consents/withdraw', {
    jwt: player.jwt,
    body: { purpose: 'personal-data' },
  })

  for (const language of ['en', 'ru'] as const) {
    const t = consoleTranslator(language)
    await owner.call('PUT', '/session/language', { language })
    const { page, context } = await openTab({ language })
    await useSession(context, environment, owner)
    const shown = (text: string | RegExp) => page.getByText(text, { exact: true }).first().waitFor()

    await page.goto(`/console/orders/${waived.id}`)
    await shown(waived.text)
    await shown(t('orders:fact.waived'))
    const country = `${new Intl.DisplayNames([language], { type: 'region' }).of('US')} (US)`
    await shown(t('orders:country.byCard', { country }))
    await shown(t('orders:closing.title'))
    await shown(t('orders:closing.registered'))
    expect(await accessibilityViolations(page)).toEqual([])

    await page.goto(`/console/orders/${declared}`)
    await shown(withdrawn[language])
    await shown(t('common:orderState.withdrawal-declared'))
    await shown(t('orders:purchase.frozen'))

    await page.goto(`/console/players/${player.userId}`)
    await page.getByRole('heading', { name: t('players:consents.title') }).waitFor()
    await shown(new RegExp(t('players:consents.purpose.personal-data')))
    await shown(new RegExp(t('players:consents.withdrawn')))
    expect(await accessibilityViolations(page)).toEqual([])
  }
})

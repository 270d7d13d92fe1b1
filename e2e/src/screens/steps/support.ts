import { call } from '../../environment/api.ts'
import { operate } from '../../environment/run-command.ts'
import type { Scene } from '../screen-list.ts'

type Payments = { data: { result: { uuid: string; status: string }[] } }

const sendButton = ({ page, words }: Scene) => page.getByRole('button', { name: words('support:form.send') })

async function withPayment({ world, player, language }: Scene): Promise<string> {
  const path = '/payments/get-user-payments'
  const { data } = await call<Payments>(world, 'GET', path, { jwt: player?.jwt, language })
  return `/transactions/help/${data.result.find(({ status }) => status === 'paid')?.uuid}`
}

/** A request that a player has sent. @returns  its id */
async function ask({ world, player, language }: Scene): Promise<string> {
  type Sent = { data: { result: { ticketId: string } } }
  const message = language === 'ru' ? 'Сундук открылся, а монет нет.' : 'The chest opened, and no coins came.'
  const { data } = await call<Sent>(world, 'POST', '/payments/send-letter-support', {
    jwt: player?.jwt,
    language,
    body: { data: { email: player?.email, reason: 'OTHER', message } },
  })
  return data.result.ticketId
}

async function asked(scene: Scene): Promise<string> {
  return `/transactions/help?ticket=${await ask(scene)}`
}

async function answered(scene: Scene): Promise<string> {
  const id = await ask(scene)
  const text =
    scene.language === 'ru'
      ? 'Вернули монеты.\nЗагляните в игру!'
      : 'The coins are back.\nLook into the game!'
  await operate(scene.world, 'tickets', 'answer', id, text)
  return `/transactions/help?ticket=${id}`
}

async function closed(scene: Scene): Promise<string> {
  const id = await ask(scene)
  await operate(scene.world, 'tickets', 'close', id)
  return `/transactions/help?ticket=${id}`
}

const waitForForm = (scene: Scene) => sendButton(scene).waitFor()

async function mistype(scene: Scene): Promise<void> {
  const { page, words } = scene
  await waitForForm(scene)
  await page.getByLabel(words('support:form.paymentId'), { exact: true }).fill('42')
  await page.getByLabel(words('support:form.email')).fill('anna')
  await sendButton(scene).click()
  await page.getByText(words('errors:issue.REASON_REQUIRED')).waitFor()
}

async function failToSend(scene: Scene): Promise<void> {
  const { page, words } = scene
  await page.route('**/api/payments/send-letter-support', (route) => route.abort())
  await waitForForm(scene)
  await page.getByRole('radio').last().check()
  await sendButton(scene).click()
  await page.getByText(words('support:unreachable')).waitFor()
}

const waitForState =
  (state: string) =>
  ({ page, words }: Scene) =>
    page.getByText(words(`support:state.${state}`), { exact: true }).waitFor()

export const supportSteps = {
  waitForTrouble: async (scene: Scene) => {
    await waitForForm(scene)
    await scene.page.getByText(scene.words('support:offline')).waitFor()
  },
  withPayment,
  asked,
  answered,
  closed,
  waitForForm,
  mistype,
  failToSend,
  waitForState,
}

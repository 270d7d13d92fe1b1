import { call } from '../../environment/api.ts'
import type { StepContext } from '../screen.ts'

type Payments = { data: { result: { uuid: string; status: string }[] } }

const sendButton = ({ page, t }: StepContext) => page.getByRole('button', { name: t('support:form.send') })

async function withPayment({ environment, player, language }: StepContext): Promise<string> {
  const path = '/payments/get-user-payments'
  const { data } = await call<Payments>(environment, 'GET', path, { jwt: player?.jwt, language })
  return `/transactions/help/${data.result.find(({ status }) => status === 'paid')?.uuid}`
}

/** Sends a support request. @returns  the ticket's id */
async function openTicket({ environment, player, language }: StepContext): Promise<string> {
  type Sent = { data: { result: { ticketId: string } } }
  const message = language === 'ru' ? 'Сундук открылся, а монет нет.' : 'The chest opened, and no coins came.'
  const { data } = await call<Sent>(environment, 'POST', '/payments/send-letter-support', {
    jwt: player?.jwt,
    language,
    body: { data: { email: player?.email, reason: 'OTHER', message } },
  })
  return data.result.ticketId
}

async function withTicket(ctx: StepContext): Promise<string> {
  return `/transactions/help?ticket=${await openTicket(ctx)}`
}

async function withAnsweredTicket(ctx: StepContext): Promise<string> {
  const id = await openTicket(ctx)
  const text =
    ctx.language === 'ru' ? 'Вернули монеты.\nЗагляните в игру!' : 'The coins are back.\nLook into the game!'
  await ctx.environment.runCommand('tickets', 'answer', id, text)
  return `/transactions/help?ticket=${id}`
}

async function withClosedTicket(ctx: StepContext): Promise<string> {
  const id = await openTicket(ctx)
  await ctx.environment.runCommand('tickets', 'close', id)
  return `/transactions/help?ticket=${id}`
}

const waitForForm = (ctx: StepContext) => sendButton(ctx).waitFor()

async function enterInvalidValues(ctx: StepContext): Promise<void> {
  const { page, t } = ctx
  await waitForForm(ctx)
  await page.getByLabel(t('support:form.paymentId'), { exact: true }).fill('42')
  await page.getByLabel(t('support:form.email')).fill('anna')
  await sendButton(ctx).click()
  await page.getByText(t('errors:issue.REASON_REQUIRED')).waitFor()
}

async function failToSend(ctx: StepContext): Promise<void> {
  const { page, t } = ctx
  await page.route('**/api/payments/send-letter-support', (route) => route.abort())
  await waitForForm(ctx)
  await page.getByRole('radio', { name: t('support:reason.OTHER') }).check()
  await sendButton(ctx).click()
  await page.getByText(t('support:unreachable')).waitFor()
}

const waitForState =
  (state: string) =>
  ({ page, t }: StepContext) =>
    page.getByText(t(`support:state.${state}`), { exact: true }).waitFor()

export const supportSteps = {
  waitForError: async (ctx: StepContext) => {
    await waitForForm(ctx)
    await ctx.page.getByText(ctx.t('common:section.offline')).waitFor()
  },
  withPayment,
  withTicket,
  withAnsweredTicket,
  withClosedTicket,
  waitForForm,
  enterInvalidValues,
  failToSend,
  waitForState,
}

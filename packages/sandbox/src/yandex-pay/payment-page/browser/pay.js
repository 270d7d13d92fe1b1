import { element } from '../../../pages/browser/card-form.js'
import { moneyOptions, openCheckout, showSection } from '../../../pages/browser/checkout.js'
import { createTranslator, detectLanguage, formatMoney } from '../../../pages/browser/i18n.js'
import { messages } from './messages.js'

/** The page at `paymentUrl`: the buyer pays, is declined or leaves, and returns to the shop. */

const UNPAID = ['PENDING', 'FAILED']

/** @typedef {{ status: string, amountMinor: number, currency: string, items: { title: string, count: string, totalMinor: number }[], urls: { onSuccess: string, onError: string, onAbort: string | null } }} View */

const query = new URLSearchParams(location.search)
const { t, translatePage, language } = createTranslator(messages, detectLanguage(query.get('lang')))
const checkout = openCheckout(
  `/yandex-pay/checkout/${encodeURIComponent(query.get('token') ?? '')}`,
  /** @param {View} view */ (view) => show(view),
)
let isOver = false

translatePage()
document.title = t('brand')
await start()

async function start() {
  const { status, body } = await checkout.read()
  if (status !== 200) return showFailure(t(status === 0 ? 'unreachable' : 'unknown'))
  render(body)
  show(body)
  checkout.startPolling()
}

/** @param {View} view */
function render({ amountMinor, currency, items, urls }) {
  const amount = formatMoney(language, amountMinor, currency, moneyOptions)
  element('amount', HTMLElement).textContent = amount
  element('submit', HTMLElement).textContent = t('pay', { amount })
  for (const { title, count, totalMinor } of items) {
    const term = document.createElement('dt')
    const price = document.createElement('dd')
    term.textContent = count === '1' ? title : t('line', { title, count })
    price.textContent = formatMoney(language, totalMinor, currency, moneyOptions)
    element('items', HTMLElement).append(term, price)
  }
  element('submit', HTMLElement).addEventListener('click', () => act('pay'))
  element('decline', HTMLElement).addEventListener('click', () => act('decline'))
  element('close', HTMLElement).addEventListener('click', () => leave(urls.onAbort))
}

/** @param {'pay' | 'decline'} action */
async function act(action) {
  element('error', HTMLElement).textContent = ''
  if (!(await checkout.act({ action }))) element('error', HTMLElement).textContent = t('unreachable')
}

/** @param {View} view */
function show({ status, urls }) {
  if (isOver) return
  if (status === 'PENDING') return showSection('pay')
  end()
  if (UNPAID.includes(status)) showFailure(t('failed'))
  else showSection('paid')
  location.assign(UNPAID.includes(status) ? urls.onError : urls.onSuccess)
}

/** Leaving does not change the order. @param {string | null} onAbort */
function leave(onAbort) {
  end()
  if (onAbort) return location.assign(onAbort)
  window.close()
  showFailure(t('closed'))
}

function end() {
  isOver = true
  checkout.close()
}

/** @param {string} text */
function showFailure(text) {
  element('failure-text', HTMLElement).textContent = text
  showSection('failure')
}

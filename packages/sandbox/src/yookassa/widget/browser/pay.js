import { element, openCardForm } from '../../../pages/browser/card-form.js'
import { moneyOptions, openCheckout, showSection } from '../../../pages/browser/checkout.js'
import { createTranslator, detectLanguage, formatMoney } from '../../../pages/browser/i18n.js'
import { messages } from './messages.js'

/** The payment form. In the widget's frame it reports to the shop's page; on its own page it redirects the buyer. */

const MARK = 'yookassa-sandbox'
/** How long the success page is shown before the shop is notified. */
const SUCCESS_SHOWN_MS = 10_000

/** @typedef {{ status: string, amountMinor: number, currency: string, description: string | null, locale: string | null, returnUrl: string | null, methods: string[], hasChallenge: boolean, declineReason: string | null, cancelReason: string | null }} View */

const isFramed = window.parent !== window
/** @type {{ token: string, parent: string, colors: Record<string, string> }} */
const options = isFramed
  ? JSON.parse(decodeURIComponent(location.hash.slice(1)))
  : { token: new URLSearchParams(location.search).get('token') ?? '', parent: '', colors: {} }
const path = `/yookassa/checkout/${encodeURIComponent(options.token)}`

applyColors(options.colors)
new ResizeObserver(() => notify('height', Math.ceil(document.body.scrollHeight))).observe(document.body)
await start()

async function start() {
  /** @type {(view: View) => void} */
  let onView = () => {}
  const checkout = openCheckout(path, /** @param {View} view */ (view) => onView(view))
  const { status, body } = await checkout.read()
  /** @type {View} */
  const view = body
  const translator = createTranslator(messages, detectLanguage(view?.locale))
  const { t, knownKey, translatePage } = translator
  translatePage()
  document.title = t('brand')
  if (status === 0) return reject('internal_service_error', t('unreachable'))
  if (status !== 200) return reject('invalid_token', t('unknown'))
  if (view.status === 'canceled') {
    return reject('token_expired', t(knownKey(view.cancelReason) ?? 'failure'))
  }
  if (view.status !== 'pending') return reject('invalid_token', t('already-paid'))
  onView = openForm(view, translator, checkout)
  checkout.startPolling()
  notify('ready')
}

/** The payment cannot be paid here. @param {string} code @param {string} text */
function reject(code, text) {
  element('failure-text', HTMLElement).textContent = text
  element('leave', HTMLElement).hidden = true
  showSection('failure')
  notify('error', code)
}

/**
 * @param {View} first
 * @param {ReturnType<typeof createTranslator>} translator
 * @param {ReturnType<typeof openCheckout<View>>} checkout
 * @returns {(view: View) => void}
 */
function openForm(first, { t, knownKey, language }, checkout) {
  const amount = formatMoney(language, first.amountMinor, first.currency, moneyOptions)
  const card = openCardForm({ t, onChange: () => {} })
  const form = element('form', HTMLFormElement)
  const submit = element('submit', HTMLButtonElement)
  const declined = element('declined', HTMLElement)
  const method = () => String(new FormData(form).get('method'))
  let isOver = false

  element('amount', HTMLElement).textContent = amount
  element('description', HTMLElement).textContent = first.description ?? ''
  submit.textContent = t('pay', { amount })
  for (const radio of form.querySelectorAll('input[type="radio"]')) {
    const input = /** @type {HTMLInputElement} */ (radio)
    if (first.methods.length === 1) input.checked = first.methods.includes(input.value)
    if (!first.methods.includes(input.value)) input.closest('label')?.remove()
  }
  showMethod()
  show(first)

  form.addEventListener('change', showMethod)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (method() === 'yoo_money') void act({ action: 'wallet' })
    else if (method() !== 'bank_card') void act({ action: 'bank', method: method() })
    else if (!card.validate()) void act({ action: 'card', card: card.card() })
  })
  element('confirm', HTMLElement).addEventListener('click', () =>
    act({ action: 'challenge', hasPassed: true }),
  )
  element('refuse', HTMLElement).addEventListener('click', () =>
    act({ action: 'challenge', hasPassed: false }),
  )
  return show

  function showMethod() {
    const isCard = method() === 'bank_card'
    element('card', HTMLElement).hidden = !isCard
    element('wallet', HTMLElement).hidden = method() !== 'yoo_money'
    element('bank-app', HTMLElement).hidden = isCard || method() === 'yoo_money'
  }

  /** @param {unknown} action */
  async function act(action) {
    submit.setAttribute('aria-disabled', 'true')
    declined.textContent = ''
    const view = await checkout.act(action)
    if (!view) declined.textContent = t('unreachable')
    else if (view.status === 'pending' && view.declineReason) {
      declined.textContent = t(knownKey(view.declineReason) ?? 'general_decline')
    }
    submit.removeAttribute('aria-disabled')
  }

  /** @param {View} view */
  function show(view) {
    if (isOver) return
    if (view.status === 'pending') return showSection(view.hasChallenge ? 'bank' : 'pay')
    isOver = true
    checkout.close()
    if (view.status === 'canceled') return showFailure(view)
    const leave = once(() => finish('success', view.returnUrl))
    element('back', HTMLElement).addEventListener('click', leave)
    setTimeout(leave, SUCCESS_SHOWN_MS)
    showSection('paid')
  }

  /** @param {View} view */
  function showFailure({ cancelReason, returnUrl }) {
    element('failure-text', HTMLElement).textContent = t(knownKey(cancelReason) ?? 'failure')
    element('leave', HTMLElement).hidden = isFramed
    element('leave', HTMLElement).addEventListener('click', () => finish('fail', returnUrl))
    showSection('failure')
    if (isFramed) finish('fail', null)
  }
}

/** @param {'success' | 'fail'} event @param {string | null} returnUrl */
function finish(event, returnUrl) {
  if (isFramed) notify(event)
  else if (returnUrl) location.assign(returnUrl)
}

/** Sends an event to the widget. @param {string} event @param {unknown} [detail] */
function notify(event, detail) {
  if (isFramed) window.parent.postMessage({ mark: MARK, event, detail }, options.parent)
}

/** Applies the shop's colours under YooKassa's names. @param {Record<string, string>} colors */
function applyColors(colors) {
  document.documentElement.classList.toggle('framed', isFramed)
  if (!isFramed) element('sheet', HTMLElement).role = 'main'
  for (const [name, value] of Object.entries(colors)) {
    document.documentElement.style.setProperty(`--${name.replaceAll('_', '-')}`, value)
  }
}

/** @param {() => void} run */
function once(run) {
  let isDone = false
  return () => {
    if (!isDone) run()
    isDone = true
  }
}

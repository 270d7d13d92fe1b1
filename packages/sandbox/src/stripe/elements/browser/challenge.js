import { element } from '../../../pages/browser/card-form.js'
import { openApi } from './api.js'
import { languageOf, say } from './words.js'

/** The bank's question. In a frame it tells the shop's page; on a page of its own it sends the buyer back. */

const MARK = 'stripe-sandbox'
const SANDBOX_KEY = 'pk_test_sandbox'
const query = new URLSearchParams(location.search)
const secret = query.get('client_secret') ?? ''
const language = languageOf(query.get('locale') ?? undefined)
const isFramed = window.parent !== window
const parentOrigin = decodeURIComponent(location.hash.slice(1))

document.documentElement.lang = language
document.documentElement.classList.toggle('framed', isFramed)
await show()

async function show() {
  const { paymentIntent } = await openApi(SANDBOX_KEY, () => language).retrieve(secret)
  const isWaiting = paymentIntent?.status === 'requires_action'
  document.title = say(language, 'challenge-title')
  put('title', say(language, isWaiting ? 'challenge-title' : 'challenge-over'))
  put('text', isWaiting ? say(language, 'challenge-text') : '')
  put('amount', isWaiting ? money(paymentIntent) : '')
  put('note', say(language, 'challenge-note'))
  for (const choice of /** @type {const} */ (['complete', 'fail'])) {
    put(choice, say(language, choice))
    element(choice, HTMLButtonElement).addEventListener('click', () => answer(choice))
  }
  const bank = element('bank', HTMLElement)
  if (!isFramed) bank.role = 'main'
  bank.hidden = false
  element('complete', HTMLButtonElement).focus()
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source === window.parent && origin === parentOrigin && data?.mark === MARK && data.ask === 'fail')
      answer('fail')
  })
  window.addEventListener('keydown', ({ key }) => isFramed && key === 'Escape' && answer('fail'))
}

/** @param {'complete' | 'fail'} outcome */
async function answer(outcome) {
  for (const button of document.querySelectorAll('button')) button.disabled = true
  const response = await fetch(`/stripe/challenge/${query.get('payment_intent')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_secret: secret, outcome }),
  })
  if (isFramed) window.parent.postMessage({ mark: MARK, event: 'answered' }, parentOrigin)
  else if (response.ok) goBack(await response.json())
}

/** @param {{ id: string, status: string, returnUrl: string | null }} intent */
function goBack({ id, status, returnUrl }) {
  if (!returnUrl) return
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', id)
  url.searchParams.set('payment_intent_client_secret', secret)
  url.searchParams.set('redirect_status', status === 'requires_payment_method' ? 'failed' : 'succeeded')
  location.assign(url)
}

/** @param {{ amount: number, currency: string }} intent */
function money({ amount, currency }) {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: currency.toUpperCase() })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/**
 * @param {string} id
 * @param {string} text
 */
function put(id, text) {
  element(id, HTMLElement).textContent = text
}

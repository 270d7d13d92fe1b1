import { element } from '../../../pages/browser/card-form.js'
import { createTranslator, detectLanguage, formatMoney } from '../../../pages/browser/i18n.js'
import { openApi } from './api.js'
import { messages } from './messages.js'

/** The bank's 3-D Secure page. In a frame it reports to the shop's page; on its own page it redirects the buyer. */

const MARK = 'stripe-sandbox'
const SANDBOX_KEY = 'pk_test_sandbox'
const query = new URLSearchParams(location.search)
const secret = query.get('client_secret') ?? ''
const translator = createTranslator(messages, detectLanguage(query.get('locale')))
const { t, translatePage, language } = translator
const isFramed = window.parent !== window
const parentOrigin = decodeURIComponent(location.hash.slice(1))

document.documentElement.classList.toggle('framed', isFramed)
await show()

async function show() {
  const { paymentIntent } = await openApi(SANDBOX_KEY, () => translator).retrieve(secret)
  const isWaiting = paymentIntent?.status === 'requires_action'
  translatePage()
  document.title = t('challenge-title')
  if (isWaiting) {
    const { amount, currency } = paymentIntent
    element('amount', HTMLElement).textContent = formatMoney(language, amount, currency.toUpperCase())
  } else {
    element('title', HTMLElement).textContent = t('challenge-over')
    element('text', HTMLElement).textContent = ''
  }
  for (const outcome of /** @type {const} */ (['complete', 'fail'])) {
    element(outcome, HTMLButtonElement).addEventListener('click', () => submit(outcome))
  }
  const bank = element('bank', HTMLElement)
  if (!isFramed) bank.role = 'main'
  bank.hidden = false
  element('complete', HTMLButtonElement).focus()
  window.addEventListener('message', ({ source, origin, data }) => {
    const isFromShop = source === window.parent && origin === parentOrigin && data?.mark === MARK
    if (isFromShop && data.method === 'fail') submit('fail')
  })
  window.addEventListener('keydown', ({ key }) => isFramed && key === 'Escape' && submit('fail'))
}

/** @param {'complete' | 'fail'} outcome */
async function submit(outcome) {
  for (const button of document.querySelectorAll('button')) button.disabled = true
  const response = await fetch(`/stripe/challenge/${query.get('payment_intent')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_secret: secret, outcome }),
  })
  if (isFramed) window.parent.postMessage({ mark: MARK, event: 'completed' }, parentOrigin)
  else if (response.ok) returnToShop(await response.json())
}

/** @param {{ id: string, status: string, returnUrl: string | null }} intent */
function returnToShop({ id, status, returnUrl }) {
  if (!returnUrl) return
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', id)
  url.searchParams.set('payment_intent_client_secret', secret)
  url.searchParams.set('redirect_status', status === 'requires_payment_method' ? 'failed' : 'succeeded')
  location.assign(url)
}

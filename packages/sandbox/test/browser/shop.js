import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { createElement as h, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** A shop's checkout as a shop writes it, with Stripe's own React library. */

const query = new URLSearchParams(location.search)
const theme = query.get('theme') === 'night' ? 'night' : 'stripe'
const locale = query.get('locale') === 'ru' ? 'ru' : 'en'
const stripe = loadStripe('pk_test_sandbox')

function Checkout() {
  const stripe = useStripe()
  const elements = useElements()
  const [log, setLog] = useState(/** @type {string[]} */ ([]))
  const [result, setResult] = useState('')
  const note = (/** @type {string} */ entry) => setLog((before) => [...before, entry])

  /** @param {{ preventDefault(): void }} event */
  const pay = async (event) => {
    event.preventDefault()
    if (!stripe || !elements) return
    setResult('pending')
    const { error: incomplete } = await elements.submit()
    if (incomplete) return setResult(`incomplete: ${incomplete.message}`)
    const confirmParams = { return_url: `${location.origin}/done` }
    if (query.has('redirect')) return void (await stripe.confirmPayment({ elements, confirmParams }))
    const outcome = await stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' })
    const { error } = outcome
    setResult(error ? `${error.code}: ${error.message}` : `paid: ${outcome.paymentIntent.status}`)
  }

  return h(
    'form',
    { onSubmit: pay },
    h(PaymentElement, {
      onReady: () => note('ready'),
      onLoaderStart: () => note('loaderstart'),
      onLoadError: () => note('loaderror'),
      onChange: ({ complete, empty }) => note(`change ${complete} ${empty}`),
    }),
    h('button', { type: 'submit' }, 'Pay'),
    h('p', { id: 'result', role: 'status' }, result),
    h('p', { id: 'log' }, log.join(', ')),
  )
}

function Shop() {
  const [isOpen, setIsOpen] = useState(true)
  const options = { clientSecret: query.get('secret') ?? '', locale, appearance: { theme } }
  return h(
    'main',
    null,
    h('h1', null, 'Shop'),
    h('button', { type: 'button', onClick: () => setIsOpen(!isOpen) }, 'Toggle'),
    // @ts-expect-error the theme's and locale's literal types are lost on the way through the variables
    isOpen ? h(Elements, { stripe, options }, h(Checkout)) : null,
  )
}

createRoot(/** @type {HTMLElement} */ (document.getElementById('root'))).render(h(StrictMode, null, h(Shop)))

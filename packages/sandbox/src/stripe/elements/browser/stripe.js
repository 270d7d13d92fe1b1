/**
 * The sandbox's stand-in for Stripe's browser script. It offers the part of Stripe.js that a Payment Element needs,
 * and leaves everything with a card in it to frames of its own origin.
 */
;(() => {
  const MARK = 'stripe-sandbox'
  const RELEASE_TRAIN = 'endive'
  const LOAD_TIMEOUT_MS = 15_000
  /** The card form's height before it has loaded, so that the page does not jump when it has. */
  const FORM_HEIGHT = 300
  const CARD_TYPES = ['payment', 'card', 'cardNumber']

  const script = /** @type {HTMLScriptElement} */ (document.currentScript)
  const home = new URL(script.src).origin

  /** @typedef {{ theme?: string, variables?: Record<string, string> }} Appearance */
  /** @typedef {{ type: string, message: string, code?: string, [more: string]: any }} StripeError */
  /** @typedef {{ paymentIntent?: any, error?: StripeError }} Outcome */
  /** @typedef {(event?: any) => unknown} Listener */

  /** @returns {{ on: (type: string, listener: Listener) => void, off: (type: string, listener?: Listener) => void, tell: (type: string, event?: any) => void }} */
  function createBell() {
    /** @type {Map<string, Set<Listener>>} */
    const listeners = new Map()
    return {
      on: (type, listener) => {
        listeners.set(type, (listeners.get(type) ?? new Set()).add(listener))
      },
      off: (type, listener) => {
        if (listener) listeners.get(type)?.delete(listener)
        else listeners.delete(type)
      },
      tell: (type, event) => {
        for (const listener of [...(listeners.get(type) ?? [])]) listener(event)
      },
    }
  }

  /**
   * A frame of the sandbox and the talk with it. Only that very window, at that very origin, is believed.
   * @param {{ kind: 'card' | 'api', key: string, locale?: string, appearance?: Appearance }} task
   * @param {(event: string, detail: any) => void} hear
   */
  function openFrame(task, hear) {
    const frame = document.createElement('iframe')
    frame.src = `${home}/stripe/frame#${encodeURIComponent(JSON.stringify({ ...task, parent: location.origin }))}`
    /** @type {Map<number, (value: any) => void>} */
    const questions = new Map()
    /** @type {(() => void)[]} */
    let waiting = []
    let isReady = false
    let asked = 0

    /** @param {MessageEvent} message */
    const listen = ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== home || data?.mark !== MARK) return
      if (data.answer !== undefined) {
        questions.get(data.answer)?.(data.value)
        questions.delete(data.answer)
        return
      }
      if (data.event === 'ready') becomeReady()
      hear(data.event, data.detail)
    }
    const becomeReady = () => {
      isReady = true
      clearTimeout(timer)
      for (const send of waiting) send()
      waiting = []
    }
    const giveUp = () => {
      for (const answer of questions.values()) answer({ error: noConnection })
      questions.clear()
      waiting = []
    }
    const timer = setTimeout(() => {
      giveUp()
      hear('loaderror', { error: noConnection })
    }, LOAD_TIMEOUT_MS)
    window.addEventListener('message', listen)

    return {
      frame,
      /**
       * @param {string} ask
       * @param {unknown} [argument]
       * @returns {Promise<any>}
       */
      ask: (ask, argument) =>
        new Promise((resolve) => {
          const number = asked++
          questions.set(number, resolve)
          const send = () => frame.contentWindow?.postMessage({ mark: MARK, ask, number, argument }, home)
          if (isReady) send()
          else waiting.push(send)
        }),
      close: () => {
        clearTimeout(timer)
        window.removeEventListener('message', listen)
        frame.remove()
        giveUp()
      },
    }
  }

  /** @type {StripeError} */
  const noConnection = { type: 'api_connection_error', message: 'Stripe does not answer. Try again.' }

  /** @param {string} what @returns {Promise<Outcome>} */
  const notHere = (what) =>
    Promise.resolve({ error: { type: 'invalid_request_error', message: `The sandbox has no ${what}.` } })

  /** @param {string | undefined} locale */
  const isRussian = (locale) =>
    (!locale || locale === 'auto' ? navigator.language : locale).toLowerCase().startsWith('ru')

  /**
   * @param {string} type
   * @param {{ key: string, locale?: string, appearance?: Appearance }} manner
   * @param {() => void} onDestroy
   */
  function createElement(type, manner, onDestroy) {
    const bell = createBell()
    const hasCard = CARD_TYPES.includes(type)
    /** @type {ReturnType<typeof openFrame> | undefined} */
    let link

    /** @param {string} event @param {any} detail */
    const hear = (event, detail) => {
      if (!link) return
      if (event === 'height') link.frame.style.height = `${detail}px`
      else if (event === 'submit') link.frame.closest('form')?.requestSubmit()
      else if (event === 'change') {
        bell.tell('change', { elementType: type, collapsed: false, value: { type: 'card' }, ...detail })
      } else if (event === 'ready') {
        link.frame.style.opacity = '1'
        bell.tell('ready', { elementType: type })
      } else bell.tell(event, { elementType: type, ...detail })
    }

    /** @param {HTMLElement} place */
    const mountCard = (place) => {
      link = openFrame({ kind: 'card', ...manner }, hear)
      const { frame } = link
      frame.title = isRussian(manner.locale) ? 'Защищённая форма карты' : 'Secure card form'
      frame.className = '__SandboxStripeElement'
      Object.assign(frame.style, {
        display: 'block',
        width: '100%',
        height: `${FORM_HEIGHT}px`,
        border: '0',
        opacity: '0',
        transition: 'opacity 150ms',
      })
      dressFrame()
      place.replaceChildren(frame)
    }

    /** A frame stays see-through only while its colour scheme is that of its document. */
    const dressFrame = () => {
      if (!link) return
      link.frame.style.colorScheme = manner.appearance?.theme === 'night' ? 'dark' : 'light'
      link.frame.style.borderRadius = manner.appearance?.variables?.borderRadius ?? '8px'
    }

    const unmount = () => {
      link?.close()
      link = undefined
    }

    const element = {
      /** @param {string | HTMLElement} place */
      mount(place) {
        const container = typeof place === 'string' ? document.querySelector(place) : place
        if (!(container instanceof HTMLElement))
          throw new Error(`There is no ${place} to mount the element in.`)
        unmount()
        setTimeout(() => bell.tell('loaderstart', { elementType: type }))
        if (hasCard) mountCard(container)
        else setTimeout(() => bell.tell('ready', { elementType: type }))
      },
      unmount,
      destroy() {
        unmount()
        onDestroy()
      },
      /** @param {string} event @param {Listener} listener */
      on(event, listener) {
        bell.on(event, listener)
        return element
      },
      /** @param {string} event @param {Listener} listener */
      once(event, listener) {
        /** @type {Listener} */
        const first = (detail) => {
          bell.off(event, first)
          listener(detail)
        }
        bell.on(event, first)
        return element
      },
      /** @param {string} event @param {Listener} [listener] */
      off(event, listener) {
        bell.off(event, listener)
        return element
      },
      /** @param {unknown} _options */
      update(_options) {},
      collapse() {},
      focus: () => void link?.ask('focus'),
      blur: () => void link?.ask('blur'),
      clear: () => void link?.ask('clear'),
    }
    return {
      element,
      hasCard,
      /** @param {string} what @param {unknown} [argument] @returns {Promise<any>} */
      ask: (what, argument) => (link ? link.ask(what, argument) : Promise.resolve({ error: notMounted })),
      /** @param {{ locale?: string, appearance?: Appearance }} changes */
      restyle: (changes) => {
        Object.assign(manner, changes)
        dressFrame()
        return link ? link.ask('update', changes) : Promise.resolve()
      },
    }
  }

  /** @type {StripeError} */
  const notMounted = { type: 'invalid_request_error', message: 'Mount the element before using it.' }

  /**
   * @param {string} key
   * @param {any} options
   */
  function createElements(key, options) {
    const bell = createBell()
    /** @type {Map<string, ReturnType<typeof createElement>>} */
    const made = new Map()
    const card = () => [...made.values()].find(({ hasCard }) => hasCard)
    const known = { ...options }

    const elements = {
      /** @param {string} type */
      create(type) {
        const manner = { key, locale: known.locale, appearance: known.appearance }
        const created = createElement(type, manner, () => made.get(type) === created && made.delete(type))
        made.set(type, created)
        return created.element
      },
      /** @param {string} type */
      getElement: (type) => made.get(type)?.element ?? null,
      /** @param {any} changes */
      async update(changes) {
        Object.assign(known, changes)
        await Promise.all([...made.values()].map(({ restyle }) => restyle(changes)))
        bell.tell('update-end')
      },
      async submit() {
        const form = card()
        if (!form) return { error: notMounted }
        const { error } = await form.ask('submit')
        return error ? { error: { type: 'validation_error', ...error } } : { selectedPaymentMethod: 'card' }
      },
      fetchUpdates: async () => ({}),
      on: bell.on,
      off: bell.off,
    }
    return { elements, card, clientSecret: () => known.clientSecret, locale: () => known.locale }
  }

  /**
   * The bank's dialog over the whole page.
   * @param {string} secret
   * @param {string | undefined} locale
   * @returns {Promise<void>}  when the buyer has answered
   */
  function askBuyer(secret, locale) {
    return new Promise((resolve) => {
      const dialog = document.createElement('dialog')
      const frame = document.createElement('iframe')
      const query = new URLSearchParams({
        payment_intent: secret.split('_secret_')[0] ?? '',
        client_secret: secret,
        locale: isRussian(locale) ? 'ru' : 'en',
      })
      const title = isRussian(locale) ? 'Подтверждение оплаты в банке' : 'Confirm the payment with your bank'
      dialog.setAttribute('aria-label', title)
      frame.title = title
      frame.src = `${home}/stripe/challenge?${query}#${encodeURIComponent(location.origin)}`
      const whole = { width: '100vw', height: '100dvh', border: '0', maxWidth: 'none', maxHeight: 'none' }
      Object.assign(dialog.style, whole, { position: 'fixed', inset: '0', padding: '0', margin: '0' })
      Object.assign(dialog.style, { background: 'transparent', overflow: 'hidden' })
      Object.assign(frame.style, whole, { display: 'block', colorScheme: 'dark' })

      /** @param {MessageEvent} message */
      const listen = ({ source, origin, data }) => {
        if (source !== frame.contentWindow || origin !== home || data?.mark !== MARK) return
        if (data.event !== 'answered') return
        window.removeEventListener('message', listen)
        dialog.close()
        dialog.remove()
        resolve()
      }
      window.addEventListener('message', listen)
      // Leaving is an answer too, and it is the bank that must hear it.
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        frame.contentWindow?.postMessage({ mark: MARK, ask: 'fail' }, home)
      })
      dialog.append(frame)
      document.body.append(dialog)
      dialog.showModal()
      frame.focus()
    })
  }

  /**
   * @param {string} key
   * @param {{ locale?: string }} [options]
   */
  function Stripe(key, options = {}) {
    /** @type {WeakMap<object, ReturnType<typeof createElements>>} */
    const groups = new WeakMap()
    /** @type {ReturnType<typeof openFrame> | undefined} */
    let apiFrame

    /** A hidden frame that asks the API for us: the page itself need not be allowed to. */
    const api = () => {
      if (apiFrame) return apiFrame
      apiFrame = openFrame({ kind: 'api', key, locale: options.locale }, () => {})
      Object.assign(apiFrame.frame, { title: 'Stripe', tabIndex: -1, ariaHidden: 'true' })
      apiFrame.frame.style.display = 'none'
      document.body.append(apiFrame.frame)
      return apiFrame
    }

    /** @param {string} secret @returns {Promise<Outcome>} */
    const retrievePaymentIntent = (secret) => api().ask('retrieve', secret)

    /**
     * Sees an intent through to where the buyer can do no more.
     * @param {Outcome} outcome
     * @param {string} secret
     * @param {string | undefined} locale
     * @param {(secret: string) => Promise<Outcome>} retrieve
     * @returns {Promise<Outcome>}
     */
    const seeThrough = async (outcome, secret, locale, retrieve) => {
      if (outcome.paymentIntent?.status !== 'requires_action') return outcome
      await askBuyer(secret, locale)
      const after = await retrieve(secret)
      const { paymentIntent } = after
      if (paymentIntent?.status !== 'requires_payment_method') return after
      return { error: { ...paymentIntent.last_payment_error, payment_intent: paymentIntent } }
    }

    /** @param {any} request @returns {Promise<Outcome>} */
    const confirmPayment = async ({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) => {
      const group = groups.get(elements)
      const form = group?.card()
      const secret = clientSecret ?? group?.clientSecret()
      if (!form || !secret) return { error: notMounted }
      const { return_url: returnUrl, receipt_email: receiptEmail } = confirmParams
      if (redirect !== 'if_required' && !returnUrl) {
        return { error: { type: 'invalid_request_error', message: 'confirmParams.return_url is missing.' } }
      }
      const extra = {
        ...(returnUrl ? { return_url: returnUrl } : {}),
        ...(receiptEmail ? { receipt_email: receiptEmail } : {}),
      }
      const confirmed = await form.ask('confirm', { secret, extra })
      const locale = group?.locale() ?? options.locale
      const outcome = await seeThrough(confirmed, secret, locale, (it) => form.ask('retrieve', it))
      if (outcome.error || redirect === 'if_required') return outcome
      return leaveFor(returnUrl, outcome.paymentIntent)
    }

    return {
      /** @param {any} [groupOptions] */
      elements(groupOptions = {}) {
        const group = createElements(key, { locale: options.locale, ...groupOptions })
        groups.set(group.elements, group)
        return group.elements
      },
      confirmPayment,
      retrievePaymentIntent,
      /** @param {{ clientSecret: string }} request */
      async handleNextAction({ clientSecret }) {
        const current = await retrievePaymentIntent(clientSecret)
        return seeThrough(current, clientSecret, options.locale, retrievePaymentIntent)
      },
      createToken: () => notHere('tokens'),
      createPaymentMethod: () => notHere('saved payment methods'),
      createConfirmationToken: () => notHere('confirmation tokens'),
      confirmCardPayment: () => notHere('confirmCardPayment: use confirmPayment'),
      confirmSetup: () => notHere('setup intents'),
      _registerWrapper() {},
      registerAppInfo() {},
    }
  }

  /**
   * @param {string} returnUrl
   * @param {any} intent
   * @returns {Promise<never>}  never: the page is on its way elsewhere
   */
  function leaveFor(returnUrl, intent) {
    const url = new URL(returnUrl, location.href)
    url.searchParams.set('payment_intent', intent.id)
    url.searchParams.set('payment_intent_client_secret', intent.client_secret)
    url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'pending')
    location.assign(url)
    return new Promise(() => {})
  }

  Stripe.version = RELEASE_TRAIN
  Object.assign(window, { Stripe })
})()

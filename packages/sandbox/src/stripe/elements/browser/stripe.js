/**
 * The sandbox's replacement of Stripe.js. It implements what a Payment Element needs. Card data stays in frames of the
 * sandbox's origin.
 */
;(() => {
  const MARK = 'stripe-sandbox'
  const RELEASE_TRAIN = 'endive'
  const LOAD_TIMEOUT_MS = 15_000
  /** The height of the card form before it has loaded, to avoid a layout shift. */
  const FORM_HEIGHT_PX = 300
  const CARD_TYPES = ['payment', 'card', 'cardNumber']

  const script = /** @type {HTMLScriptElement} */ (document.currentScript)
  const scriptOrigin = new URL(script.src).origin
  // Real frames come from subdomains of the script's host, and 3-D Secure from its own host.
  const isOfficial = scriptOrigin === 'https://js.stripe.com'
  const frameOrigin = isOfficial ? 'https://m-outer.js.stripe.com' : scriptOrigin
  const challengeOrigin = isOfficial ? 'https://hooks.stripe.com' : scriptOrigin

  /** @typedef {{ theme?: string, variables?: Record<string, string> }} Appearance */
  /** @typedef {{ type: string, message: string, code?: string, [more: string]: any }} StripeError */
  /** @typedef {{ paymentIntent?: any, error?: StripeError }} Outcome */
  /** @typedef {(event?: any) => unknown} Listener */

  /** @returns {{ on: (type: string, listener: Listener) => void, once: (type: string, listener: Listener) => void, off: (type: string, listener?: Listener) => void, emit: (type: string, event?: any) => void }} */
  function createEmitter() {
    /** @type {Map<string, Set<Listener>>} */
    const listeners = new Map()
    /** @param {string} type @param {Listener} listener */
    const on = (type, listener) => {
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener))
    }
    return {
      on,
      once: (type, listener) => {
        /** @type {Listener} */
        const first = (event) => {
          listeners.get(type)?.delete(first)
          listener(event)
        }
        on(type, first)
      },
      off: (type, listener) => {
        if (listener) listeners.get(type)?.delete(listener)
        else listeners.delete(type)
      },
      emit: (type, event) => {
        for (const listener of [...(listeners.get(type) ?? [])]) listener(event)
      },
    }
  }

  /**
   * A frame of the sandbox and the message channel to it. Messages of other windows and origins are ignored.
   * @param {{ kind: 'card' | 'api', key: string, locale?: string, appearance?: Appearance }} options
   * @param {(event: string, detail: any) => void} onEvent
   */
  function openFrame(options, onEvent) {
    const frame = document.createElement('iframe')
    frame.allow = 'payment *'
    frame.src = `${frameOrigin}/stripe/frame#${encodeURIComponent(JSON.stringify({ ...options, parent: location.origin }))}`
    /** @type {Map<number, (value: any) => void>} */
    const calls = new Map()
    /** @type {(() => void)[]} */
    let queued = []
    let isReady = false
    let lastId = 0

    /** @param {MessageEvent} message */
    const listen = ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== frameOrigin || data?.mark !== MARK) return
      if (data.replyTo !== undefined) {
        calls.get(data.replyTo)?.(data.value)
        calls.delete(data.replyTo)
        return
      }
      if (data.event === 'ready') becomeReady()
      onEvent(data.event, data.detail)
    }
    const becomeReady = () => {
      isReady = true
      clearTimeout(timer)
      for (const send of queued) send()
      queued = []
    }
    const abort = () => {
      for (const resolve of calls.values()) resolve({ error: noConnection })
      calls.clear()
      queued = []
    }
    const timer = setTimeout(() => {
      abort()
      onEvent('loaderror', { error: noConnection })
    }, LOAD_TIMEOUT_MS)
    window.addEventListener('message', listen)

    return {
      frame,
      /**
       * Calls a method of the frame, once it is ready.
       * @param {string} method
       * @param {unknown} [argument]
       * @returns {Promise<any>}
       */
      call: (method, argument) =>
        new Promise((resolve) => {
          const id = ++lastId
          calls.set(id, resolve)
          const send = () =>
            frame.contentWindow?.postMessage({ mark: MARK, method, id, argument }, frameOrigin)
          if (isReady) send()
          else queued.push(send)
        }),
      close: () => {
        clearTimeout(timer)
        window.removeEventListener('message', listen)
        frame.remove()
        abort()
      },
    }
  }

  /**
   * Link, which the Payment Element offers by itself: a frame, a call and a picture from its own hosts. The sandbox
   * has no Link accounts, so nobody sees more of it.
   * @param {HTMLElement} container
   */
  function loadLink(container) {
    if (!isOfficial) return
    const frame = Object.assign(document.createElement('iframe'), {
      src: 'https://checkout.link.com/stripe/link',
      title: 'Link',
      tabIndex: -1,
      ariaHidden: 'true',
    })
    const logo = Object.assign(document.createElement('img'), {
      src: 'https://assets.link.com/stripe/link.svg',
      alt: '',
    })
    frame.style.display = logo.style.display = 'none'
    container.append(frame, logo)
    void fetch('https://link.com/stripe/link').catch(() => undefined)
  }

  /** @type {StripeError} */
  const noConnection = { type: 'api_connection_error', message: 'Stripe does not answer. Try again.' }

  /** @param {string} feature @returns {Promise<Outcome>} */
  const unsupported = (feature) =>
    Promise.resolve({ error: { type: 'invalid_request_error', message: `The sandbox has no ${feature}.` } })

  /** @param {string | undefined} locale */
  const isRussian = (locale) =>
    (!locale || locale === 'auto' ? navigator.language : locale).toLowerCase().startsWith('ru')

  /**
   * @param {string} type
   * @param {{ key: string, locale?: string, appearance?: Appearance }} options
   * @param {() => void} onDestroy
   */
  function createElement(type, options, onDestroy) {
    const emitter = createEmitter()
    const hasCard = CARD_TYPES.includes(type)
    /** @type {ReturnType<typeof openFrame> | undefined} */
    let channel

    /** @param {string} event @param {any} detail */
    const onEvent = (event, detail) => {
      if (!channel) return
      if (event === 'height') channel.frame.style.height = `${detail}px`
      else if (event === 'submit') channel.frame.closest('form')?.requestSubmit()
      else if (event === 'change') {
        emitter.emit('change', { elementType: type, collapsed: false, value: { type: 'card' }, ...detail })
      } else if (event === 'ready') {
        channel.frame.style.opacity = '1'
        emitter.emit('ready', { elementType: type })
      } else emitter.emit(event, { elementType: type, ...detail })
    }

    const unmount = () => {
      channel?.close()
      channel = undefined
    }

    const element = {
      /** @param {string | HTMLElement} target */
      mount(target) {
        const container = findContainer(target)
        unmount()
        setTimeout(() => emitter.emit('loaderstart', { elementType: type }))
        if (hasCard) {
          channel = openFrame({ kind: 'card', ...options }, onEvent)
          styleCardFrame(channel.frame, options)
          container.replaceChildren(channel.frame)
          if (type === 'payment') loadLink(container)
        } else setTimeout(() => emitter.emit('ready', { elementType: type }))
      },
      unmount,
      destroy() {
        unmount()
        onDestroy()
      },
      /** @param {string} event @param {Listener} listener */
      on(event, listener) {
        emitter.on(event, listener)
        return element
      },
      /** @param {string} event @param {Listener} listener */
      once(event, listener) {
        emitter.once(event, listener)
        return element
      },
      /** @param {string} event @param {Listener} [listener] */
      off(event, listener) {
        emitter.off(event, listener)
        return element
      },
      /** @param {unknown} _options */
      update(_options) {},
      collapse() {},
      focus: () => void channel?.call('focus'),
      blur: () => void channel?.call('blur'),
      clear: () => void channel?.call('clear'),
    }
    return {
      element,
      hasCard,
      /** @param {string} method @param {unknown} [argument] @returns {Promise<any>} */
      call: (method, argument) =>
        channel ? channel.call(method, argument) : Promise.resolve({ error: notMounted }),
      /** @param {{ locale?: string, appearance?: Appearance }} changes */
      restyle: (changes) => {
        Object.assign(options, changes)
        if (channel) styleToMatch(channel.frame, options)
        return channel ? channel.call('update', changes) : Promise.resolve()
      },
    }
  }

  /** @param {string | HTMLElement} target */
  function findContainer(target) {
    const container = typeof target === 'string' ? document.querySelector(target) : target
    if (container instanceof HTMLElement) return container
    throw new Error(`There is no ${target} to mount the element in.`)
  }

  /** @param {HTMLIFrameElement} frame @param {{ locale?: string, appearance?: Appearance }} options */
  function styleCardFrame(frame, options) {
    frame.title = isRussian(options.locale) ? 'Защищённая форма карты' : 'Secure card form'
    frame.className = '__SandboxStripeElement'
    Object.assign(frame.style, {
      display: 'block',
      width: '100%',
      height: `${FORM_HEIGHT_PX}px`,
      border: '0',
      opacity: '0',
      transition: 'opacity 150ms',
    })
    styleToMatch(frame, options)
  }

  /**
   * A frame is transparent only while its colour scheme matches that of its document.
   * @param {HTMLIFrameElement} frame
   * @param {{ appearance?: Appearance }} options
   */
  function styleToMatch(frame, { appearance }) {
    frame.style.colorScheme = appearance?.theme === 'night' ? 'dark' : 'light'
    frame.style.borderRadius = appearance?.variables?.borderRadius ?? '8px'
  }

  /** @type {StripeError} */
  const notMounted = { type: 'invalid_request_error', message: 'Mount the element before using it.' }

  /**
   * @param {string} key
   * @param {any} options
   */
  function createElements(key, options) {
    const emitter = createEmitter()
    /** @type {Map<string, ReturnType<typeof createElement>>} */
    const made = new Map()
    const card = () => [...made.values()].find(({ hasCard }) => hasCard)
    const settings = { ...options }

    const elements = {
      /** @param {string} type */
      create(type) {
        const elementOptions = { key, locale: settings.locale, appearance: settings.appearance }
        const created = createElement(
          type,
          elementOptions,
          () => made.get(type) === created && made.delete(type),
        )
        made.set(type, created)
        return created.element
      },
      /** @param {string} type */
      getElement: (type) => made.get(type)?.element ?? null,
      /** @param {any} changes */
      async update(changes) {
        Object.assign(settings, changes)
        await Promise.all([...made.values()].map(({ restyle }) => restyle(changes)))
        emitter.emit('update-end')
      },
      async submit() {
        const form = card()
        if (!form) return { error: notMounted }
        const { error } = await form.call('submit')
        return error ? { error: { type: 'validation_error', ...error } } : { selectedPaymentMethod: 'card' }
      },
      fetchUpdates: async () => ({}),
      on: emitter.on,
      off: emitter.off,
    }
    return { elements, card, clientSecret: () => settings.clientSecret, locale: () => settings.locale }
  }

  /**
   * Shows the bank's 3-D Secure dialog over the whole page.
   * @param {string} secret
   * @param {string | undefined} locale
   * @returns {Promise<void>}  when the challenge has ended
   */
  function openChallenge(secret, locale) {
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
      frame.src = `${challengeOrigin}/stripe/challenge?${query}#${encodeURIComponent(location.origin)}`
      const whole = { width: '100vw', height: '100dvh', border: '0', maxWidth: 'none', maxHeight: 'none' }
      Object.assign(dialog.style, whole, { position: 'fixed', inset: '0', padding: '0', margin: '0' })
      Object.assign(dialog.style, { background: 'transparent', overflow: 'hidden' })
      Object.assign(frame.style, whole, { display: 'block', colorScheme: 'dark' })

      /** @param {MessageEvent} message */
      const listen = ({ source, origin, data }) => {
        if (source !== frame.contentWindow || origin !== challengeOrigin || data?.mark !== MARK) return
        if (data.event !== 'completed') return
        window.removeEventListener('message', listen)
        dialog.close()
        dialog.remove()
        resolve()
      }
      window.addEventListener('message', listen)
      // Escape fails the challenge, which only the bank's page can report.
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        frame.contentWindow?.postMessage({ mark: MARK, method: 'fail' }, challengeOrigin)
      })
      dialog.append(frame)
      document.body.append(dialog)
      dialog.showModal()
      frame.focus()
    })
  }

  /**
   * Handles 3-D Secure when the intent needs it.
   * @param {Outcome} outcome
   * @param {string} secret
   * @param {string | undefined} locale
   * @param {(secret: string) => Promise<Outcome>} retrieve
   * @returns {Promise<Outcome>}
   */
  async function handleAction(outcome, secret, locale, retrieve) {
    if (outcome.paymentIntent?.status !== 'requires_action') return outcome
    await openChallenge(secret, locale)
    const after = await retrieve(secret)
    const { paymentIntent } = after
    if (paymentIntent?.status !== 'requires_payment_method') return after
    return { error: { ...paymentIntent.last_payment_error, payment_intent: paymentIntent } }
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

    /** A hidden frame that calls the API, because the page's own policy may forbid it. */
    const api = () => {
      if (apiFrame) return apiFrame
      apiFrame = openFrame({ kind: 'api', key, locale: options.locale }, () => {})
      Object.assign(apiFrame.frame, { title: 'Stripe', tabIndex: -1, ariaHidden: 'true' })
      apiFrame.frame.style.display = 'none'
      document.body.append(apiFrame.frame)
      return apiFrame
    }

    /** @param {string} secret @returns {Promise<Outcome>} */
    const retrievePaymentIntent = (secret) => api().call('retrieve', secret)

    /** @param {any} request @returns {Promise<Outcome>} */
    const confirmPayment = async ({ elements, clientSecret, confirmParams = {}, redirect = 'always' }) => {
      const group = groups.get(elements)
      const form = group?.card()
      const secret = clientSecret ?? group?.clientSecret()
      // Without elements, the intent has its payment method already.
      if (!secret || (elements && !form)) return { error: notMounted }
      const caller = form ?? api()
      const { return_url: returnUrl, receipt_email: receiptEmail } = confirmParams
      if (redirect !== 'if_required' && !returnUrl) {
        return { error: { type: 'invalid_request_error', message: 'confirmParams.return_url is missing.' } }
      }
      const extra = {
        ...(returnUrl ? { return_url: returnUrl } : {}),
        ...(receiptEmail ? { receipt_email: receiptEmail } : {}),
      }
      const confirmed = await caller.call('confirm', { secret, extra })
      const locale = group?.locale() ?? options.locale
      const outcome = await handleAction(confirmed, secret, locale, (it) => caller.call('retrieve', it))
      if (outcome.error || redirect === 'if_required') return outcome
      return redirectTo(returnUrl, outcome.paymentIntent)
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
        return handleAction(current, clientSecret, options.locale, retrievePaymentIntent)
      },
      createToken: () => unsupported('tokens'),
      createPaymentMethod: () => unsupported('saved payment methods'),
      createConfirmationToken: () => unsupported('confirmation tokens'),
      confirmCardPayment: () => unsupported('confirmCardPayment: use confirmPayment'),
      confirmSetup: () => unsupported('setup intents'),
      _registerWrapper() {},
      registerAppInfo() {},
    }
  }

  /**
   * @param {string} returnUrl
   * @param {any} intent
   * @returns {Promise<never>}  never: the page navigates away
   */
  function redirectTo(returnUrl, intent) {
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

/**
 * The sandbox's replacement of YooKassa's payment widget: the documented constructor, methods, events and errors.
 * Card data stays in a frame of the sandbox's origin.
 */
;(() => {
  const MARK = 'yookassa-sandbox'
  const LOAD_TIMEOUT_MS = 15_000
  const MIN_WIDTH_PX = 288
  /** The height of the form before it has loaded, to avoid a layout shift. */
  const FORM_HEIGHT_PX = 640
  const EVENTS = ['success', 'fail', 'complete', 'modal_close']

  const script = /** @type {HTMLScriptElement} */ (document.currentScript)
  const scriptOrigin = new URL(script.src).origin
  // The real form comes from another host than the script.
  const formOrigin = scriptOrigin === 'https://yookassa.ru' ? 'https://yoomoney.ru' : scriptOrigin
  const isRussian = () => (document.documentElement.lang || navigator.language).toLowerCase().startsWith('ru')

  /**
   * @typedef {{
   *   confirmation_token?: string,
   *   return_url?: string,
   *   error_callback?: (error: { error: string }) => unknown,
   *   customization?: { modal?: boolean, colors?: Record<string, string>, payment_methods?: string[] },
   * }} Options
   */

  /** @param {Options} options @returns {string}  an error code, or an empty string */
  function findError({ confirmation_token: token, return_url: returnUrl, customization = {} }) {
    if (!token) return 'token_required'
    if (returnUrl !== undefined && !URL.canParse(returnUrl)) return 'invalid_return_url'
    return customization.payment_methods ? 'customization_of_payment_methods_not_allowed' : ''
  }

  class YooMoneyCheckoutWidget {
    #options
    /** @type {Map<string, Set<() => unknown>>} */
    #listeners = new Map()
    /** @type {HTMLIFrameElement | undefined} */
    #frame
    /** @type {HTMLDialogElement | undefined} */
    #dialog

    /** @param {Options} options */
    constructor(options = {}) {
      this.#options = options
    }

    /**
     * @param {string} [containerId]  not needed for a modal window
     * @returns {Promise<undefined>}  when the form has loaded or failed
     */
    async render(containerId) {
      const error = findError(this.#options)
      if (error) return this.#fail(error)
      const isModal = this.#options.customization?.modal === true
      const container = isModal ? this.#openDialog() : document.getElementById(containerId ?? '')
      if (!container) return this.#fail('internal_service_error')
      await this.#mount(container)
    }

    /** @param {string} event @param {() => unknown} listener */
    on(event, listener) {
      if (!EVENTS.includes(event)) return
      this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener))
    }

    destroy() {
      this.#becomeReady()
      window.removeEventListener('message', this.#onMessage)
      this.#frame?.remove()
      this.#dialog?.remove()
      this.#frame = undefined
      this.#dialog = undefined
    }

    /** @param {HTMLElement} container @returns {Promise<void>} */
    #mount(container) {
      const { confirmation_token: token, customization } = this.#options
      const formOptions = { token, parent: location.origin, colors: customization?.colors ?? {} }
      const frame = document.createElement('iframe')
      frame.src = `${formOrigin}/yookassa/pay#${encodeURIComponent(JSON.stringify(formOptions))}`
      frame.title = isRussian() ? 'Форма оплаты ЮKassa' : 'YooKassa payment form'
      Object.assign(frame.style, {
        display: 'block',
        width: '100%',
        minWidth: `${MIN_WIDTH_PX}px`,
        height: `${FORM_HEIGHT_PX}px`,
        border: '0',
        borderRadius: '16px',
        colorScheme: 'light',
      })
      this.#frame = frame
      window.addEventListener('message', this.#onMessage)
      container.append(frame)
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          this.#becomeReady()
          this.#fail('internal_service_error')
        }, LOAD_TIMEOUT_MS)
        this.#becomeReady = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }

    /** @type {() => void} */
    #becomeReady = () => {}

    /** Messages of other windows and origins are ignored. @param {MessageEvent} message */
    #onMessage = ({ source, origin, data }) => {
      if (source !== this.#frame?.contentWindow || origin !== formOrigin || data?.mark !== MARK) return
      const { event, detail } = data
      if (event === 'height' && this.#frame) this.#frame.style.height = `${detail}px`
      if (event === 'ready') this.#becomeReady()
      if (event === 'success' || event === 'fail') this.#finish(event)
      if (event === 'error') {
        this.#becomeReady()
        this.#fail(detail)
      }
    }

    /** A return URL redirects the buyer, and no event is emitted. @param {'success' | 'fail'} event */
    #finish(event) {
      const { return_url: returnUrl } = this.#options
      if (returnUrl) return location.assign(returnUrl)
      this.#emit(event)
      this.#emit('complete')
    }

    /** @param {string} error @returns {undefined} */
    #fail(error) {
      this.#options.error_callback?.({ error })
    }

    /** @param {string} event */
    #emit(event) {
      for (const listener of [...(this.#listeners.get(event) ?? [])]) listener()
    }

    #openDialog() {
      const dialog = document.createElement('dialog')
      const close = document.createElement('button')
      dialog.setAttribute('aria-label', isRussian() ? 'Оплата' : 'Payment')
      close.type = 'button'
      close.textContent = isRussian() ? 'Закрыть' : 'Close'
      Object.assign(dialog.style, {
        width: 'min(480px, calc(100vw - 32px))',
        padding: '0',
        border: '0',
        borderRadius: '16px',
        background: '#ffffff',
      })
      Object.assign(close.style, {
        display: 'block',
        minHeight: '44px',
        marginInlineStart: 'auto',
        padding: '0 20px',
        border: '0',
        background: 'transparent',
        color: '#3a4051',
        font: '16px system-ui, sans-serif',
        cursor: 'pointer',
      })
      close.addEventListener('click', () => dialog.close())
      dialog.addEventListener('close', () => {
        if (!this.#dialog) return
        this.destroy()
        this.#emit('modal_close')
      })
      dialog.append(close)
      document.body.append(dialog)
      dialog.showModal()
      this.#dialog = dialog
      return dialog
    }
  }

  Object.assign(window, { YooMoneyCheckoutWidget })
})()

/**
 * The sandbox's replacement of Telegram's login widget: a frame with a button, which opens Telegram in a popup. The widget
 * then either navigates to `data-auth-url` with the user data in the query or calls the function named in `data-onauth`.
 */
;(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript)
  const scriptOrigin = new URL(script.src).origin
  // The real button and popup come from another host than the script.
  const isOfficial = scriptOrigin === 'https://telegram.org'
  const loginUrl = isOfficial ? 'https://oauth.telegram.org' : `${scriptOrigin}/telegram`
  const loginOrigin = new URL(loginUrl).origin
  const BOT_IDS = /** @type {Record<string, string>} */ ({ playhub_sandbox_bot: '7000000001' })

  /** The popup may close before its message is received. */
  const MESSAGE_GRACE_MS = 300

  /** @typedef {Record<string, string | number>} UserData */

  /**
   * @param {{ bot_id: string | number, request_access?: string | boolean, lang?: string }} options
   * @param {(userData: UserData | false) => void} onResult
   */
  function auth(options, onResult) {
    const query = new URLSearchParams({ bot_id: String(options.bot_id), origin: location.origin })
    if (options.request_access) query.set('request_access', 'write')
    if (options.lang) query.set('lang', options.lang)
    const popup = window.open(`${loginUrl}/auth?${query}`, 'telegram_oauth', 'popup,width=550,height=650')
    if (!popup) return onResult(false)
    /** @param {MessageEvent} message */
    const onMessage = ({ source, origin, data }) => {
      if (source === popup && origin === loginOrigin) finish(JSON.parse(data).result)
    }
    const watch = setInterval(() => {
      if (!popup.closed) return
      clearInterval(watch)
      setTimeout(finish, MESSAGE_GRACE_MS, false)
    }, 200)
    let isOver = false
    /** @param {UserData | false} userData */
    const finish = (userData) => {
      if (isOver) return
      isOver = true
      clearInterval(watch)
      window.removeEventListener('message', onMessage)
      onResult(userData)
    }
    window.addEventListener('message', onMessage)
  }

  /** @param {DOMStringMap} data */
  function drawButton({ telegramLogin = '', authUrl, onauth, requestAccess, lang }) {
    const language = lang ?? document.documentElement.lang
    const frame = document.createElement('iframe')
    frame.src = `${loginUrl}/embed/${telegramLogin}?${new URLSearchParams({ lang: language })}`
    frame.title = 'Telegram'
    Object.assign(frame.style, { width: '240px', height: '48px', border: '0', colorScheme: 'light' })
    // The click in the frame lets this page open a popup, too.
    window.addEventListener('message', ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== loginOrigin || data !== 'open') return
      auth({ bot_id: BOT_IDS[telegramLogin] ?? '', request_access: requestAccess, lang }, (userData) => {
        if (!userData) return
        if (authUrl) location.assign(withUserData(authUrl, userData))
        else if (onauth) call(onauth, userData)
      })
    })
    script.after(frame)
  }

  /** @param {string} href @param {UserData} userData */
  function withUserData(href, userData) {
    const url = new URL(href, location.href)
    for (const [name, value] of Object.entries(userData)) url.searchParams.set(name, String(value))
    return url
  }

  /**
   * Calls the function in `data-onauth`, which names it with or without a parameter: `onTelegramAuth(user)`.
   * @param {string} code @param {UserData} userData
   */
  function call(code, userData) {
    const path = code.replace(/\(.*$/, '').trim().split('.')
    /** @type {any} */
    let found = window
    for (const step of path) found = found?.[step]
    if (typeof found === 'function') found(userData)
  }

  Object.assign(window, { Telegram: { Login: { auth } } })
  if (script.dataset.telegramLogin) drawButton(script.dataset)
})()

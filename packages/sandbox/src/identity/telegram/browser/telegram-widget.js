/**
 * The sandbox's replacement of Telegram's login widget: a button that opens Telegram in a popup, and then either navigates
 * to `data-auth-url` with the user data in the query or calls the function named in `data-onauth`.
 */
;(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript)
  const sandboxOrigin = new URL(script.src).origin
  const BOT_IDS = /** @type {Record<string, string>} */ ({ playhub_sandbox_bot: '7000000001' })
  const AUTH_URL = `${sandboxOrigin}/telegram/auth`

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
    const popup = window.open(`${AUTH_URL}?${query}`, 'telegram_oauth', 'popup,width=550,height=650')
    if (!popup) return onResult(false)
    /** @param {MessageEvent} message */
    const onMessage = ({ source, origin, data }) => {
      if (source === popup && origin === sandboxOrigin) finish(JSON.parse(data).result)
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
    const button = document.createElement('button')
    button.type = 'button'
    const isRussian = (lang ?? document.documentElement.lang).startsWith('ru')
    button.textContent = isRussian ? 'Войти через Telegram' : 'Log in with Telegram'
    button.addEventListener('click', () =>
      auth({ bot_id: BOT_IDS[telegramLogin] ?? '', request_access: requestAccess, lang }, (userData) => {
        if (!userData) return
        if (authUrl) location.assign(withUserData(authUrl, userData))
        else if (onauth) call(onauth, userData)
      }),
    )
    script.after(button)
  }

  /** @param {string} address @param {UserData} userData */
  function withUserData(address, userData) {
    const url = new URL(address, location.href)
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

/** The button of the login widget, in a frame of Telegram's. The page around it opens the popup. */
;(() => {
  const language = new URLSearchParams(location.search).get('lang') ?? ''
  const isRussian = language.startsWith('ru')
  document.documentElement.lang = isRussian ? 'ru' : 'en'
  const button = document.querySelector('button')
  if (!button) return
  button.textContent = isRussian ? 'Войти через Telegram' : 'Log in with Telegram'
  // The message has no secret: any page may show the button.
  button.addEventListener('click', () => parent.postMessage('open', '*'))
})()

// A file of its own, because the page allows no inline scripts.

/** Applies the stored theme before first paint. */
;(() => {
  const theme = /(?:^|; )theme=(dark|light)(?:;|$)/.exec(document.cookie)?.[1]
  if (theme) document.documentElement.dataset.theme = theme
})()

/** Opens the page again once it and the failed scripts and style sheets of its head can be loaded. */
;(() => {
  const failed = new Set()

  const canLoad = (url) =>
    fetch(url, { cache: 'reload' }).then(
      ({ ok }) => ok,
      () => false,
    )

  async function retry() {
    const loads = await Promise.all([location.href, ...failed].map(canLoad))
    if (loads.every(Boolean)) location.reload()
    else setTimeout(retry, 2000)
  }

  const onError = ({ target }) => {
    const isStyleSheet = target instanceof HTMLLinkElement && target.rel === 'stylesheet'
    const url = target instanceof HTMLScriptElement ? target.src : isStyleSheet && target.href
    if (!url) return
    if (failed.size === 0) setTimeout(retry, 2000)
    failed.add(url)
  }
  addEventListener('error', onError, true)
  // Later parts are loaded again without the page.
  addEventListener('load', () => removeEventListener('error', onError, true))
})()

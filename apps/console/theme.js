// Applies the stored theme before first paint. A file of its own, because the page allows no inline scripts.
;(() => {
  const theme = /(?:^|; )theme=(dark|light)(?:;|$)/.exec(document.cookie)?.[1]
  if (theme) document.documentElement.dataset.theme = theme
})()

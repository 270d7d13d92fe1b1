/** The operator's sign with the name beside it, light on ink and ink on light. The link around it says the words. */
export function Wordmark() {
  return (
    <picture>
      <source media="(prefers-color-scheme: light)" srcSet="/main_images/lockup-ink.svg" />
      <img src="/main_images/lockup.svg" alt="" width="262" height="48" className="h-7 w-auto md:h-8" />
    </picture>
  )
}

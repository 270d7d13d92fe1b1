const size = { width: 262, height: 48 }

/** The operator's sign with the name beside it, light on ink and ink on light. The link around it says the words. */
export function Wordmark() {
  return (
    <span className="wordmark">
      <img src="/main_images/lockup.svg" alt="" loading="lazy" className="on-dark" {...size} />
      <img src="/main_images/lockup-ink.svg" alt="" loading="lazy" className="on-light" {...size} />
    </span>
  )
}

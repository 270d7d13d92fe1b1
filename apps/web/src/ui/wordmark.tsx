const size = { width: 262, height: 48 }

/** The operator's logo for each theme. It is decorative: the link around it has a label. */
export function Wordmark() {
  return (
    <span className="wordmark">
      <img src="/main_images/lockup.svg" alt="" loading="lazy" className="on-dark" {...size} />
      <img src="/main_images/lockup-ink.svg" alt="" loading="lazy" className="on-light" {...size} />
    </span>
  )
}

/** A picture of the operator's. Of two, the first is for wide screens and the second for upright ones. */
export function ShapedArt({ files: [wide, upright], className }: { files: string[]; className: string }) {
  if (!wide) return null
  return (
    <picture>
      {upright && <source media="(orientation: portrait)" srcSet={upright} />}
      <img src={wide} alt="" className={className} />
    </picture>
  )
}

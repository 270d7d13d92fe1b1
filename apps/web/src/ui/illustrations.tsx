import offline from './offline.svg?raw'

/** Pictures of moments, drawn by the hand that drew the games (`main_images/illustrations`). */
export type IllustrationName =
  | 'empty-purchases'
  | 'guest'
  | 'mail-sent'
  | 'not-found'
  | 'not-paid'
  | 'paid'
  | 'pending'

/** A picture beside words that say the same: it has no text of its own. */
export function Illustration({ name }: { name: IllustrationName }) {
  return (
    <img
      src={`/main_images/illustrations/${name}.svg`}
      alt=""
      width={240}
      height={180}
      className="mx-auto h-auto w-full max-w-60"
    />
  )
}

/** The connection is gone: this one travels with the client, because it must show without a network. */
export function OfflineIllustration() {
  return (
    <span
      aria-hidden="true"
      className="mx-auto block w-full max-w-60 [&_svg]:h-auto [&_svg]:w-full"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file, built in
      dangerouslySetInnerHTML={{ __html: offline }}
    />
  )
}

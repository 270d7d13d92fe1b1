import offline from './offline.svg?raw'

/** Files in `main_images/illustrations`. */
export type IllustrationName =
  | 'empty-purchases'
  | 'guest'
  | 'mail-sent'
  | 'not-found'
  | 'not-paid'
  | 'paid'
  | 'pending'

/** A decorative image. */
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

/** Bundled with the client, because it is shown without a network. */
export function OfflineIllustration() {
  return (
    <span
      aria-hidden="true"
      className="mx-auto block w-full max-w-60 [&_svg]:h-auto [&_svg]:w-full"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this repository
      dangerouslySetInnerHTML={{ __html: offline }}
    />
  )
}

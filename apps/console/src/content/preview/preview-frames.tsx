import type { OperatorRouteRequest } from '@playhub/contract/operator'
import type { OfferAudience } from '@playhub/contract/operator/constants'
import { LinkButton } from '@playhub/ui/button.tsx'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { Spinner } from '@playhub/ui/spinner.tsx'
import { ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callOperator } from '../../lib/api.ts'
import { getErrorMessage } from '../../lib/error-message.ts'

const key = 'POST /content/drafts/{project}/preview'
type Language = OperatorRouteRequest<typeof key>['body']['language']

type Props = {
  project: string
  /** A public page, such as `/prices/skyport`. */
  path: string
  language: Language
  /** Prices of this moment; now by default. */
  at?: number | undefined
  /** Offers for such players. */
  as: OfferAudience
  /** Shows the page anew when it changes, as after a save. */
  revision?: unknown
}

/** A phone, a tablet and a desktop, made smaller by as much. */
const screens = [
  { width: 360, scale: 2 / 3 },
  { width: 768, scale: 1 / 2 },
  { width: 1440, scale: 1 / 3 },
]
const shownHeight = 600

/** The real page with the caller's draft, at three widths. */
export function PreviewFrames(props: Props) {
  const { t } = useTranslation('pictures')
  const { url, error } = usePreviewUrl(props)
  if (error !== undefined)
    return (
      <ErrorBanner>
        {isRefusal(error, 'CONTENT_INVALID') ? t('preview.invalid') : getErrorMessage(error)}
      </ErrorBanner>
    )
  if (url === undefined) return <Spinner className="w-full py-16" />
  return (
    <>
      <div className="flex flex-wrap gap-4">
        {screens.map(({ width, scale }) => (
          <figure key={width} style={{ width: width * scale }} className="max-w-full">
            <figcaption className="mb-1 text-13 text-soft">{width} px</figcaption>
            <div className="overflow-hidden rounded-md border border-line" style={{ height: shownHeight }}>
              <iframe
                key={url}
                src={url}
                title={t('preview.width', { width })}
                // No scripts; fonts need the page's own origin.
                sandbox="allow-same-origin"
                referrerPolicy="no-referrer"
                className="origin-top-left border-0 bg-ink-0"
                style={{ width, height: shownHeight / scale, transform: `scale(${scale})` }}
              />
            </div>
          </figure>
        ))}
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <LinkButton
          kind="secondary"
          size="small"
          href={url}
          target="_blank"
          rel="noreferrer"
          icon={<ExternalLink size={16} />}
        >
          {t('preview.open')}
        </LinkButton>
        <p className="text-13 text-soft">{t('preview.hint')}</p>
      </div>
    </>
  )
}

function usePreviewUrl({ project, path, language, at, as, revision }: Props) {
  const [state, setState] = useState<{ url?: string; error?: unknown }>({})
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision needs a new page
  useEffect(() => {
    let isShown = true
    callOperator(key, { params: { project }, body: { path, language, at, as } }).then(
      ({ data }) => isShown && setState({ url: data.result.url }),
      (error: unknown) => isShown && setState({ error }),
    )
    return () => {
      isShown = false
    }
  }, [project, path, language, at, as, revision])
  return state
}

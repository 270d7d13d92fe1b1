import type { Game } from '@playhub/contract'
import { localText } from '@playhub/contract/languages'
import { IconButton } from '@playhub/ui/button.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInterfaceLanguage } from '../../lib/context/page-context.ts'

type Props = { game: Game; name: string }
type Picture = { file: string; alt: string }

/**
 * Pictures of the running game in a row, scrollable on phones. Each opens large. They load once the page has been
 * painted: on a slow phone they would delay its large picture by a second.
 */
export function Screenshots({ game, name }: Props) {
  const { t } = useTranslation('game')
  const pictures = usePictures(game)
  const [shown, setShown] = useState<number | null>(null)
  const [isPainted, setPainted] = useState(false)
  useEffect(() => setPainted(true), [])
  return (
    <section aria-labelledby="screenshots">
      <h2 id="screenshots" className="heading mb-4 text-18 md:text-24">
        {t('screenshots')}
      </h2>
      <ul className="screenshots">
        {pictures.map((picture, index) => (
          <li key={picture.file}>
            <button
              type="button"
              data-boot
              aria-label={[t('screenshot', { number: index + 1, count: pictures.length }), picture.alt]
                .filter(Boolean)
                .join(': ')}
              onClick={() => setShown(index)}
              className="screenshot"
            >
              {isPainted && <Screenshot {...picture} />}
              <noscript>
                <Screenshot {...picture} />
              </noscript>
            </button>
          </li>
        ))}
      </ul>
      <Lightbox pictures={pictures} name={name} shown={shown} onShow={setShown} />
    </section>
  )
}

/** An empty text for a picture that the content does not describe. */
function usePictures({ web_page, localization }: Game): Picture[] {
  const language = useInterfaceLanguage()
  return web_page.screenshots.map((file, index) => ({
    file,
    alt: localText(localization.screenshotAlts?.[index] ?? {}, language),
  }))
}

function Screenshot({ file, alt }: Picture) {
  return <img src={file} alt={alt} width={1280} height={720} loading="lazy" decoding="async" />
}

type LightboxProps = {
  pictures: Picture[]
  name: string
  shown: number | null
  onShow: (index: number | null) => void
}

/** One picture at a time; the arrow keys turn to the next. The last one shown stays while the dialog fades. */
function Lightbox({ pictures, name, shown, onShow }: LightboxProps) {
  const { t } = useTranslation('game')
  const [last, setLast] = useState(0)
  if (shown !== null && shown !== last) setLast(shown)
  const label = t('screenshot', { number: last + 1, count: pictures.length })
  const step = (by: number) => onShow((last + by + pictures.length) % pictures.length)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  }
  return (
    <Dialog
      isOpen={shown !== null}
      onClose={() => onShow(null)}
      title={name}
      className="md:max-w-[min(80rem,calc((100svh-11rem)*16/9))]"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons below do the same as the keys */}
      <div onKeyDown={onKeyDown}>
        <img
          src={pictures[last]?.file}
          alt={pictures[last]?.alt || label}
          width={1280}
          height={720}
          className="h-auto w-full rounded-control bg-ink-0"
        />
        {pictures.length > 1 && (
          <div className="mt-3 flex items-center justify-center gap-4">
            <IconButton label={t('previous')} onClick={() => step(-1)}>
              <ChevronLeft size={22} aria-hidden="true" />
            </IconButton>
            <p aria-live="polite" className="text-15 text-soft">
              {label}
            </p>
            <IconButton label={t('next')} onClick={() => step(1)}>
              <ChevronRight size={22} aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
    </Dialog>
  )
}

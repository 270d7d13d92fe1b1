import { IconButton } from '@playhub/ui/button.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { files: string[]; name: string }

/**
 * Pictures of the running game in a row that scrolls on phones. Each opens large. They load once the page has been
 * painted: on a slow phone they would delay its large picture by a second.
 */
export function Screenshots({ files, name }: Props) {
  const { t } = useTranslation('game')
  const [shown, setShown] = useState<number | null>(null)
  const [isPainted, setPainted] = useState(false)
  useEffect(() => setPainted(true), [])
  return (
    <section aria-labelledby="screenshots">
      <h2 id="screenshots" className="heading mb-4 text-18 md:text-24">
        {t('screenshots')}
      </h2>
      <ul className="screenshots">
        {files.map((file, index) => (
          <li key={file}>
            <button
              type="button"
              data-boot
              aria-label={t('screenshot', { number: index + 1, count: files.length })}
              onClick={() => setShown(index)}
              className="screenshot"
            >
              {isPainted && <Screenshot file={file} />}
              <noscript>
                <Screenshot file={file} />
              </noscript>
            </button>
          </li>
        ))}
      </ul>
      <Lightbox files={files} name={name} shown={shown} onShow={setShown} />
    </section>
  )
}

function Screenshot({ file }: { file: string }) {
  return <img src={file} alt="" width={1280} height={720} loading="lazy" decoding="async" />
}

type LightboxProps = Props & { shown: number | null; onShow: (index: number | null) => void }

/** One picture at a time; the arrow keys turn to the next. The last one shown stays while the dialog fades. */
function Lightbox({ files, name, shown, onShow }: LightboxProps) {
  const { t } = useTranslation('game')
  const [last, setLast] = useState(0)
  if (shown !== null && shown !== last) setLast(shown)
  const label = t('screenshot', { number: last + 1, count: files.length })
  const step = (by: number) => onShow((last + by + files.length) % files.length)
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
          src={files[last]}
          alt={label}
          width={1280}
          height={720}
          className="h-auto w-full rounded-control bg-ink-0"
        />
        {files.length > 1 && (
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

import { cx } from '@playhub/ui/cx.ts'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isContainer, parseJson } from './compare-json.ts'

/** Rows that are added at a time: a list of a game may have thousands. */
const CHUNK = 100
/** Characters of a text that are shown at first. Pictures are saved as texts, too. */
const MAX_TEXT = 120

/** A value as a tree whose parts are drawn when they are opened. */
export function JsonTree({ value }: { value: unknown }) {
  const content = toContainer(value)
  return (
    <div className="overflow-x-auto font-mono text-13 leading-6 wrap-anywhere">
      {content ? <Entries value={content} /> : <Leaf value={value} />}
    </div>
  )
}

/** Games save JSON within texts: it is opened as the rest. */
function toContainer(value: unknown) {
  if (isContainer(value)) return value
  const inner = typeof value === 'string' && /^[{[]/.test(value) ? parseJson(value)?.value : undefined
  return isContainer(inner) ? inner : undefined
}

function Entries({ value }: { value: object }) {
  const { t } = useTranslation('saves')
  const [shown, setShown] = useState(CHUNK)
  const entries = Object.entries(value)
  const left = entries.length - shown
  if (entries.length === 0) return <span className="text-soft">{t('tree.empty')}</span>
  return (
    <ul className="grid">
      {entries.slice(0, shown).map(([key, each]) => (
        <li key={key}>
          <Entry name={key} value={each} />
        </li>
      ))}
      {left > 0 && (
        <li>
          <MoreButton
            label={t('tree.more', { count: Math.min(left, CHUNK) })}
            onClick={() => setShown(shown + CHUNK)}
          />
        </li>
      )}
    </ul>
  )
}

function Entry({ name, value }: { name: string; value: unknown }) {
  const [isOpen, setIsOpen] = useState(false)
  const content = toContainer(value)
  if (!content)
    return (
      <p className="ps-4.5">
        <span className="text-soft">{name}: </span>
        <Leaf value={value} />
      </p>
    )
  return (
    <details
      onToggle={(event) => event.target === event.currentTarget && setIsOpen(event.currentTarget.open)}
    >
      <summary className="flex cursor-pointer items-center gap-1 rounded-sm hover:bg-ink-2 max-md:min-h-11">
        <ChevronRight
          size={13}
          aria-hidden="true"
          className={cx('shrink-0 text-soft transition-[rotate] duration-150', isOpen && 'rotate-90')}
        />
        <span className="text-soft">{name}: </span>
        <Size value={content} />
      </summary>
      {isOpen && (
        <div className="ms-1.5 border-s border-line ps-3">
          <Entries value={content} />
        </div>
      )}
    </details>
  )
}

/** "{3 fields}" or "[12 items]". */
function Size({ value }: { value: object }) {
  const { t } = useTranslation('saves')
  const isList = Array.isArray(value)
  const count = Object.keys(value).length
  const text = t(isList ? 'tree.items' : 'tree.fields', { count })
  return <span>{isList ? `[${text}]` : `{${text}}`}</span>
}

/** A value without parts. Of a long text, its beginning. */
export function Leaf({ value }: { value: unknown }) {
  const { t, i18n } = useTranslation('saves')
  const [isWhole, setIsWhole] = useState(false)
  if (typeof value !== 'string')
    return isContainer(value) ? <Size value={value} /> : <span>{String(value)}</span>
  if (value.length <= MAX_TEXT || isWhole) return <span>{JSON.stringify(value)}</span>
  const number = new Intl.NumberFormat(i18n.language).format(value.length)
  return (
    <>
      <span>{JSON.stringify(value.slice(0, MAX_TEXT)).slice(0, -1)}…</span>{' '}
      <MoreButton label={t('tree.whole', { number })} onClick={() => setIsWhole(true)} />
    </>
  )
}

function MoreButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-8 font-sans text-soft underline underline-offset-2 hover:text-text max-md:min-h-11"
    >
      {label}
    </button>
  )
}

import { foldText } from '@playhub/contract/languages'
import { buttonClass } from '@playhub/ui/button.tsx'
import { Menu, menuItemClass } from '@playhub/ui/menu.tsx'
import { MessageSquareText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatLanguage } from '../../lib/format.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { loadReplies } from '../replies.ts'

/** Saved replies; those in the player's language come first. */
export function ReplyMenu(props: { language: string; onChoose: (text: string) => void }) {
  const { t, i18n } = useTranslation('tickets')
  const replies = useLoaded(loadReplies)
  const [search, setSearch] = useState('')
  const needle = foldText(search.trim())
  const isOwn = (language: string) => language === props.language
  const found = (replies ?? [])
    .filter(({ title, text }) => foldText(`${title} ${text}`).includes(needle))
    .sort((one, other) => Number(isOwn(other.language)) - Number(isOwn(one.language)))
  return (
    <Menu
      label={t('replies.insert')}
      button={
        <>
          <MessageSquareText size={16} aria-hidden="true" />
          <span aria-hidden="true">{t('replies.title')}</span>
        </>
      }
      buttonClassName={buttonClass('quiet', 'small')}
      className="max-md:[&>div]:top-auto max-md:[&>div]:bottom-full max-md:[&>div]:mb-2"
    >
      <div className="w-80 max-w-[calc(100vw-3.5rem)]">
        <input
          type="search"
          aria-label={t('replies.search')}
          placeholder={t('replies.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="mb-1 h-10 w-full rounded-md border border-line bg-ink-0 px-3 text-15 hover:border-text"
        />
        <ul className="max-h-72 overflow-y-auto">
          {found.map((reply) => (
            <li key={reply.id}>
              <button type="button" className={menuItemClass} onClick={() => props.onChoose(reply.text)}>
                <span className="min-w-0 py-1.5">
                  <span className="block truncate">{reply.title}</span>
                  <span className="block truncate text-13 text-soft">
                    {!isOwn(reply.language) && `${formatLanguage(reply.language, i18n.language)} · `}
                    {reply.text}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        {replies && found.length === 0 && (
          <p className="px-3 py-3 text-15 text-soft">{t(needle ? 'replies.noMatch' : 'replies.empty')}</p>
        )}
        <Link to="/replies" className={`${menuItemClass} mt-1 border-t border-line text-soft`}>
          {t('replies.manage')}
        </Link>
      </div>
    </Menu>
  )
}

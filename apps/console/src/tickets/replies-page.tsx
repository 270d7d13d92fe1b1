import type { SavedReply } from '@playhub/contract/operator'
import { buttonClass } from '@playhub/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { FilterSelect } from '../components/list/filters.tsx'
import { ListPage } from '../components/list/list-page.tsx'
import { formatLanguage } from '../lib/format.ts'
import { useMe } from '../lib/me.ts'
import { loadReplies } from './replies.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  const language = new URL(request.url).searchParams.get('language')
  const replies = await loadReplies()
  return {
    languages: [...new Set(replies.map((reply) => reply.language))],
    replies: replies.filter((reply) => !language || reply.language === language),
  }
}

/** Saved replies of the team. */
export function Component() {
  const { t, i18n } = useTranslation('tickets')
  const canEdit = useMe().can('replies.edit')
  const { languages, replies } = useLoaderData<typeof loader>()
  const first = { result: replies, nextCursor: null, scannedTo: null }
  return (
    <ListPage<SavedReply>
      title={t('replies.title')}
      actions={
        canEdit && (
          <Link to="/replies/new" className={buttonClass('primary', 'small')}>
            {t('replies.new')}
          </Link>
        )
      }
      pinned={
        <FilterSelect
          name="language"
          label={t('filter.language')}
          options={languages.map((value) => ({ value, label: formatLanguage(value, i18n.language) }))}
        />
      }
      first={first}
      load={() => Promise.resolve(first)}
      columns={[
        { key: 'title', label: t('replies.name'), card: 'title', cell: ({ title }) => title },
        {
          key: 'language',
          label: t('filter.language'),
          card: 'end',
          cell: ({ language }) => formatLanguage(language, i18n.language),
        },
        {
          key: 'text',
          label: t('replies.text'),
          card: 'detail',
          cell: ({ text }) => <span className="block max-w-140 truncate text-soft">{text}</span>,
        },
      ]}
      getKey={({ id }) => id}
      {...(canEdit && { getHref: ({ id }: SavedReply) => `/replies/${id}` })}
      empty={t('replies.empty')}
    />
  )
}

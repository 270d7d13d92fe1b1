import { IconButton } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { StateWord } from '../../components/values/state-word.tsx'
import { PublishButton } from '../publish-button.tsx'
import { ReadOnlyNote } from '../read-only-note.tsx'
import { type Reorder, useReorder } from '../use-reorder.ts'
import { type Game, loadGames } from './load-games.ts'
import { useGameOrder } from './use-game-order.ts'

export { loadGames as loader }

/** Games in the order of the catalogue. Each moved one is a change of its own file. */
export function Component() {
  const { t } = useTranslation(['content', 'content-project', 'common'])
  const { content, games: loaded } = useLoaderData<typeof loadGames>()
  const { games, move, isSaving } = useGameOrder(loaded)
  const reorder = useReorder(games.length, move)
  const isReadOnly = content.source === 'folder' || !content.canEditHub
  return (
    <PageFrame title={t('order.title')} back={{ to: '/content', label: t('common:area.content') }}>
      <ReadOnlyNote content={content} />
      <p className="mb-3 max-w-140 text-15 text-pretty text-soft">{t('order.text')}</p>
      <table aria-label={t('order.title')} className="w-full border-separate border-spacing-0 text-15">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('order.move')}</th>
            <th scope="col">{t('projects.name')}</th>
            <th scope="col">{t('projects.draft')}</th>
          </tr>
        </thead>
        <tbody ref={reorder.list}>
          {games.map((game, index) => (
            <tr
              key={game.id}
              className={cx(
                'max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)] max-md:items-center',
                '*:border-b *:border-line *:py-2 max-md:*:border-0 max-md:border-b max-md:border-line',
                reorder.getRowClass(index),
              )}
            >
              <td className="md:w-1">{!isReadOnly && <Handles {...{ game, index, reorder }} />}</td>
              <td className="font-medium wrap-anywhere md:px-3">{game.name}</td>
              <td className="empty:hidden max-md:col-span-2 md:text-end">
                {!(game.isListed && game.isActive) && (
                  <StateWord tone="neutral">{t(game.isListed ? 'projects.off' : 'order.outside')}</StateWord>
                )}
                {game.draft && <PublishButton draft={game.draft} isSaving={isSaving} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className="sr-only">
        {reorder.moved &&
          t('content-project:items.moved', { place: reorder.moved.to + 1, number: games.length })}
      </p>
    </PageFrame>
  )
}

function Handles(props: { game: Game; index: number; reorder: Reorder }) {
  const { t } = useTranslation('content-project')
  const { game, index, reorder } = props
  const up = reorder.getStep(index, -1)
  const down = reorder.getStep(index, 1)
  return (
    <span className="flex">
      <IconButton
        label={t('items.drag', { title: game.name })}
        className="cursor-grab touch-none"
        {...reorder.getHandle(index)}
      >
        <GripVertical size={18} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('settings.moveUp', game)} className="disabled:invisible" {...up}>
        <ArrowUp size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('settings.moveDown', game)} className="disabled:invisible" {...down}>
        <ArrowDown size={16} aria-hidden="true" />
      </IconButton>
    </span>
  )
}

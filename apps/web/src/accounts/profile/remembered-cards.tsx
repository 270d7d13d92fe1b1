import type { RememberedCard } from '@playhub/contract'
import { IconButton } from '@playhub/ui/button.tsx'
import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { CreditCard, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { call } from '../../lib/api/api.ts'
import { useAction } from '../../lib/feedback/use-action.ts'
import { formatDate } from '../../lib/language/format-date.ts'
import { RowIcon, rowClass, Section } from './section.tsx'

const toTitle = ({ brand, last4 }: RememberedCard) => `${brand} •••• ${last4}`

/** The cards that payments offer, each with a button to remove it. Nothing for a player without one. */
export function RememberedCards({ cards }: { cards: RememberedCard[] }) {
  const { t, i18n } = useTranslation('profile')
  const [removing, setRemoving] = useState<RememberedCard | null>(null)
  if (cards.length === 0) return null
  return (
    <Section title={t('cards.title')} lead={t('cards.lead')}>
      <ul aria-label={t('cards.title')} className="surface divide-y divide-line">
        {cards.map((card) => (
          <li key={card.id} className={rowClass}>
            <RowIcon>
              <CreditCard size={20} aria-hidden="true" />
            </RowIcon>
            <div className="min-w-0 grow">
              <p className="text-15 font-semibold wrap-anywhere">{toTitle(card)}</p>
              <p className="text-13 text-pretty text-soft">
                <span className="inline-block">
                  {t('cards.addedAt', { date: formatDate(card.createdAt, i18n.language) })}
                </span>
                {card.expires && (
                  <span className="inline-block">
                    {'\u00a0· '}
                    {t('cards.expires', { date: card.expires })}
                  </span>
                )}
              </p>
            </div>
            <IconButton
              label={t('cards.removeNamed', { name: toTitle(card) })}
              onClick={() => setRemoving(card)}
            >
              <Trash2 size={18} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {removing && <RemoveDialog card={removing} onClose={() => setRemoving(null)} />}
    </Section>
  )
}

function RemoveDialog({ card, onClose }: { card: RememberedCard; onClose: () => void }) {
  const { t } = useTranslation('profile')
  const { revalidate } = useRevalidator()
  const [isRemoving, run] = useAction()
  const remove = () =>
    run(async () => {
      await call('POST /payments/remembered-cards/{id}/remove', { params: { id: card.id } })
      toast.success(t('cards.removed'))
      onClose()
      await revalidate()
    })
  return (
    <ConfirmDialog
      isOpen
      title={t('cards.question', { name: toTitle(card) })}
      description={t('cards.consequence')}
      confirmLabel={t('cards.remove')}
      isDanger
      isLoading={isRemoving}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}

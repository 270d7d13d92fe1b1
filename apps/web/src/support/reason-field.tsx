import { type TicketReason, ticketReasons } from '@playhub/contract/tickets'
import { RadioCards } from '@playhub/ui/form/radio-cards.tsx'
import { CircleHelp, PackageSearch } from 'lucide-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'

const icons = { DROP_NOT_CREDITED: PackageSearch, OTHER: CircleHelp }

/** The ticket reason; none is preselected. */
export function ReasonField(props: {
  value: TicketReason | undefined
  onChange: (reason: TicketReason) => void
  name: string
  error?: string
  ref?: Ref<HTMLInputElement>
}) {
  const { t } = useTranslation('support')
  const cards = ticketReasons.map((reason) => {
    const Icon = icons[reason]
    return {
      value: reason,
      title: t(`reason.${reason}`),
      note: t(`reasonNote.${reason}`),
      mark: <Icon size={22} aria-hidden="true" className="shrink-0 text-soft" />,
    }
  })
  return (
    <RadioCards
      legend={t('form.reason')}
      cards={cards}
      value={props.value ?? null}
      onChange={props.onChange}
      name={props.name}
      error={props.error}
      ref={props.ref}
    />
  )
}

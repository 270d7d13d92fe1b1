import type { Explanation as Facts } from '@playhub/contract/operator'
import {
  BadgeCheck,
  Building2,
  type LucideIcon,
  RefreshCw,
  Server,
  UserRound,
  UserRoundCog,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Instant } from '../components/values/instant.tsx'

const icons: Record<Facts['actor'], LucideIcon> = {
  operator: UserRoundCog,
  player: UserRound,
  provider: Building2,
  game: Server,
  hub: RefreshCw,
  nobody: BadgeCheck,
}

/** One sentence on the order, and who must act. */
export function Explanation({ explanation }: { explanation: Facts }) {
  const { t } = useTranslation('orders')
  const { sentence, actor, since, nextAt } = explanation
  const Icon = icons[actor]
  return (
    <div className="rounded-control border border-line bg-ink-1 px-4 py-4 md:px-5">
      <p className="max-w-190 text-18 text-pretty">{sentence}</p>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-15">
        <li className="inline-flex items-center gap-1.5 font-medium">
          <Icon size={16} aria-hidden="true" className={actor === 'operator' ? 'text-warm' : 'text-soft'} />
          {t(`actor.${actor}`)}
        </li>
        <li className="text-soft">
          {t('since')} <Instant at={since} />
        </li>
        {nextAt !== null && (
          <li className="text-soft">
            {t('nextAt')}: <Instant at={nextAt} />
          </li>
        )}
      </ul>
    </div>
  )
}

import type { Operator } from '@playhub/contract/operator'
import { allProjects } from '@playhub/contract/operator/permissions'
import { useTranslation } from 'react-i18next'
import { type StateTone, StateWord } from '../components/values/state-word.tsx'

const tones: Record<Operator['state'], StateTone> = { active: 'good', invited: 'waiting', suspended: 'bad' }

export function OperatorState({ state }: Pick<Operator, 'state'>) {
  const { t } = useTranslation('operators')
  return <StateWord tone={tones[state]}>{t(`state.${state}`)}</StateWord>
}

/** "App, 2 passkeys" */
export function useFactorNames() {
  const { t } = useTranslation('operators')
  return ({ hasApp, passkeys }: Pick<Operator, 'hasApp' | 'passkeys'>) => {
    const factors = [
      ...(hasApp ? [t('factor.app')] : []),
      ...(passkeys > 0 ? [t('factor.passkeys', { count: passkeys })] : []),
    ]
    return factors.join(', ') || t('factor.none')
  }
}

/** The last active owner of all projects: without one, nobody could manage operators. */
export function isLastOwner(operator: Operator, all: readonly Operator[]): boolean {
  return isActiveOwner(operator) && !all.some((other) => other.id !== operator.id && isActiveOwner(other))
}

const isActiveOwner = ({ state, grants }: Operator) =>
  state === 'active' && grants.some(({ role, project }) => role === 'owner' && project === allProjects)

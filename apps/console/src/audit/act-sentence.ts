import type { AuditEntry } from '@playhub/contract/operator'
import { operatorRoles } from '@playhub/contract/operator/permissions'
import { describeAct } from '@playhub/contract/operator/sentences/audit'
import type { SentenceParams } from '@playhub/contract/operator/sentences/sentence'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../components/values/sentences.ts'
import { useProjectNames } from '../lib/me.ts'

/** "Sveta refunded $2.09 of $4.99 to John"; the action's name when this release does not know it. */
export function useActSentence(): (entry: AuditEntry) => string {
  const { t, i18n } = useTranslation(['common', 'errors'])
  const nameProject = useProjectNames()
  return (entry) => {
    const { refusal, grants } = readAfter(entry.after)
    const known: SentenceParams = {
      ...(entry.project && { project: nameProject(entry.project) }),
      ...(typeof refusal === 'string' && {
        // Refusals are declared in the contract; one of another release keeps its code.
        refusal: i18n.exists(`errors:refusal.${refusal}`)
          ? t(`errors:refusal.${refusal as 'OPERATOR_FORBIDDEN'}`)
          : refusal,
      }),
      ...(Array.isArray(grants) && { roles: grants.filter(isObject).map(nameGrant).join(', ') }),
    }
    return describeAct(entry, known, toLanguage(i18n.language)) ?? `${entry.operator}: ${entry.action}`
  }

  function nameGrant({ role, project }: { role?: unknown; project?: unknown }): string {
    const known = operatorRoles.find((each) => each === role)
    const name = known ? t(`common:role.${known}`) : String(role)
    return project === '*' ? name : `${name} (${nameProject(String(project))})`
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A masked text may no longer be JSON. */
function readAfter(json: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json ?? '')
    return isObject(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

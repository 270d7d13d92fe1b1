import type { CheckName, Finding } from '@playhub/contract/operator/sentences/checks'

/** Result from one harmless call to a provider, or of another check. */
export type ServiceCheck = {
  /** Login providers have their own names. */
  service: CheckName | (string & {})
  /** Null when nothing was determined. */
  found: Finding | null
  /** Empty without any. */
  problems: Finding[]
}

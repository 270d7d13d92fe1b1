/** Result from one harmless call to a provider. */
export type ServiceCheck = {
  service: string
  /** What works, in words; empty when nothing was determined. */
  found: string
  /** What is wrong, in whole sentences; empty when nothing is. */
  problems: string[]
}

/** What one harmless call to a company shows. */
export type ServiceCheck = {
  service: string
  /** What works, in words; empty when nothing was found out. */
  found: string
  /** What is wrong, in whole sentences; empty when nothing is. */
  problems: string[]
}

import { unfinishedDetails } from '../catalogue/index.ts'
import { type Operator, openContent } from './operator.ts'

/**
 * Fails on mistakes and lists the operator's details that are still missing.
 * @throws StartupError with every mistake, as the hub reports them when it starts.
 */
export function checkContent(operator: Operator): number {
  const catalogue = openContent(operator)
  const unfinished = unfinishedDetails(catalogue.content())
  catalogue.close()
  if (unfinished.length > 0) operator.print('To do before the hub opens to players:')
  for (const line of unfinished) operator.print(`  ${line}`)
  operator.print(`The content in ${operator.config.contentDir} is valid.`)
  return 0
}

import { describeFinding, nameCheck } from '@playhub/contract/operator/sentences/checks'
import { readContentOnce } from '../doctor/check-context.ts'
import { providerChecks, runChecks } from '../doctor/doctor.ts'
import type { ServiceCheck } from '../platform/outbound/service-check.ts'
import type { CommandContext } from './command-context.ts'

/** Checks the hub's dependencies. @returns the exit code: 1 when something is wrong */
export async function checkEverything(context: CommandContext): Promise<number> {
  return report(context, await runChecks(context))
}

/** Makes one harmless call to each configured provider; with `--fix` registers the hub's hosts at Stripe. @returns the exit code: 1 when something is wrong */
export async function checkProviders(
  context: CommandContext,
  _args: string[],
  { fix = false }: { fix?: boolean },
): Promise<number> {
  const checks = await providerChecks(context, { readContent: readContentOnce(context), isFixing: fix })
  if (checks.length === 0) context.print('No payment or login provider is configured.')
  return report(context, checks)
}

/** A check in English. */
export type DescribedCheck = { service: string; found: string; problems: string[] }

function report({ print, setJson }: CommandContext, checks: ServiceCheck[]): number {
  const described = checks.map(
    ({ service, found, problems }): DescribedCheck => ({
      service: nameCheck(service),
      found: found === null ? '' : describeFinding(found),
      problems: problems.map((problem) => describeFinding(problem)),
    }),
  )
  setJson(described)
  for (const { service, found, problems } of described) {
    if (problems.length === 0) print(`ok     ${service} ${found}`)
    for (const problem of problems) print(`wrong  ${service}: ${problem}`)
  }
  return checks.some(({ problems }) => problems.length > 0) ? 1 : 0
}

import type { SandboxContext } from './context.ts'

/**
 * The base URL that an emulator gives out: the sandbox's with the provider's prefix. With `officialHosts`, the provider's real
 * one, which the caller of the sandbox resolves to the sandbox.
 */
export function getBaseUrl(
  { url, hasOfficialHosts }: SandboxContext,
  officialUrl: string,
  prefix = '',
): string {
  return hasOfficialHosts ? officialUrl : url + prefix
}

/** The context whose `url` is the provider's own. */
export function createOfficialContext(context: SandboxContext, officialUrl: string): SandboxContext {
  return Object.create(context, { url: { get: () => getBaseUrl(context, officialUrl) } })
}

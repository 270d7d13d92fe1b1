/** Screens whose API calls are pending or have failed. */
import type { Route } from 'playwright-core'
import type { ScreenPath, StepContext } from '../screen.ts'

/** @returns  a path for a screen whose matching calls are handled by `handle` from then on */
const withCalls =
  (handle: (route: Route) => unknown) =>
  (calls: string, path: ScreenPath) =>
  async (ctx: StepContext): Promise<string> => {
    const resolved = typeof path === 'string' ? path : await path(ctx)
    await ctx.page.route(`**/api/${calls}`, handle)
    return resolved
  }

export const responses = {
  pending: withCalls(() => undefined),
  aborted: withCalls((route) => route.abort()),
  refused: withCalls((route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{"code":"UNAVAILABLE"}' }),
  ),
}

/** The calls of the example's server. Its keys are those that every hub with a sandbox knows. */

const PATIENCE_MS = 10_000

/** Orders the first item of the project's price list. @returns where the player pays; null when the hub refuses */
export async function openPayment(
  hubUrl: string,
  { project, playerId }: { project: string; playerId: string },
): Promise<{ url: string } | null> {
  const itemId = await firstItemOf(hubUrl, project)
  const answer = await fetch(`${hubUrl}/api/server/v1/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer sandbox_${project}` },
    body: JSON.stringify({ playerId, itemId }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!answer.ok) return null
  const { url } = (await answer.json()) as { url: string }
  return { url }
}

async function firstItemOf(hubUrl: string, project: string): Promise<string> {
  const query = new URLSearchParams({ project })
  const answer = await fetch(`${hubUrl}/api/control/get-prices?${query}`, {
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const { data } = (await answer.json()) as { data?: { result?: { id: string }[] } }
  return data?.result?.[0]?.id ?? ''
}

/** Filters of a loader's request. What is missing or unknown is undefined, so that an old link still opens. */
export function readFilters(request: Request) {
  const { searchParams } = new URL(request.url)
  return {
    text: (name: string) => searchParams.get(name) || undefined,
    choice: <Value extends string>(name: string, allowed: readonly Value[]) =>
      allowed.find((value) => value === searchParams.get(name)),
  }
}

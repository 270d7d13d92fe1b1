import { useSearchParams } from 'react-router'

/** The current step of a multi-step screen, in the query: Back and reload work. */
export function useStep<Step extends string>(steps: readonly [Step, ...Step[]]) {
  const [query, setQuery] = useSearchParams()
  const step = steps.find((known) => known === query.get('step')) ?? steps[0]
  const goTo = (next: Step, options?: { replace?: boolean }) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (next === steps[0]) after.delete('step')
      else after.set('step', next)
      return after
    }, options)
  return [step, goTo] as const
}

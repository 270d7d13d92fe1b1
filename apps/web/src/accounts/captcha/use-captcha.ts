import { useState } from 'react'
import { demandRobotCheck, useIsRobotCheckDue } from './failed-attempts.ts'

/** The robot check of a form that asks for one only after failures. */
export function useRobotCheckWhenDue() {
  const isDue = useIsRobotCheckDue()
  const [solution, setSolution] = useState('')
  const [problem, setProblem] = useState<string>()
  return {
    isDue,
    isPending: isDue && !solution,
    solution,
    problem: solution ? undefined : problem,
    setSolution,
    /** A solution serves one attempt: whatever the hub answers, the next one needs another. */
    forget: () => {
      setSolution('')
      setProblem(undefined)
    },
    /** The hub asks for a check, or did not accept the one it got. */
    demand: ({ code }: { code: string }) => {
      demandRobotCheck()
      setProblem(code)
    },
  }
}

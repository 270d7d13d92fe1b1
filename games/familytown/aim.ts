import { TOP } from './core/buildings.ts'
import { clearPlot, crane, type Play, type Step, sendCrew } from './core/play.ts'

/** What the next press on a plot means; building when no tool is in hand. */
export type Aim =
  | { readonly tool: 'build' | 'clear' | 'crew' }
  | { readonly tool: 'crane'; readonly from: number | null }

export type Tool = Exclude<Aim['tool'], 'build'>

export const BUILD: Aim = { tool: 'build' }
export const aimOf = (tool: Tool): Aim => (tool === 'crane' ? { tool, from: null } : { tool })

/** Whether this plot is one the tool can take. */
export function fits(aim: Aim, { town }: Play, plot: number): boolean {
  const level = town[plot] ?? 0
  switch (aim.tool) {
    case 'build':
      return level === 0
    case 'crane':
      return aim.from === null ? level !== 0 : level === 0
    case 'clear':
      return level !== 0
    case 'crew':
      return level !== 0 && level !== TOP
  }
}

/** The step a tool takes on this plot; null when the crane only picks something up, or nothing can be done. */
export function useTool(aim: Aim, play: Play, plot: number): Step | null {
  switch (aim.tool) {
    case 'crane':
      return aim.from === null ? null : crane(play, aim.from, plot)
    case 'clear':
      return clearPlot(play, plot)
    case 'crew':
      return sendCrew(play, plot)
    default:
      return null
  }
}

import { TOP } from './buildings.ts'
import { clearPlot, crane, type Play, type Step, sendCrew } from './play.ts'

/** The selected tool, which the next press on a plot uses. Building is the default. */
export type ToolSelection =
  | { readonly tool: 'build' | 'clear' | 'crew' }
  /** `from` is the lifted building's plot; null until one is chosen. */
  | { readonly tool: 'crane'; readonly from: number | null }

export type Tool = Exclude<ToolSelection['tool'], 'build'>

export const TOOLS: readonly Tool[] = ['crane', 'clear', 'crew']
export const BUILD: ToolSelection = { tool: 'build' }
export const select = (tool: Tool): ToolSelection => (tool === 'crane' ? { tool, from: null } : { tool })

/** True when the tool works on this plot. Ignores its price. */
export function canUseOn(selection: ToolSelection, { town }: Play, plot: number): boolean {
  const level = town[plot] ?? 0
  switch (selection.tool) {
    case 'build':
      return level === 0
    case 'crane':
      return selection.from === null ? level !== 0 : level === 0
    case 'clear':
      return level !== 0
    case 'crew':
      return level !== 0 && level !== TOP
  }
}

/** @returns null when the crane has lifted nothing yet, when the tool cannot be used here, or coins are short. */
export function applyTool(selection: ToolSelection, play: Play, plot: number): Step | null {
  switch (selection.tool) {
    case 'crane':
      return selection.from === null ? null : crane(play, selection.from, plot)
    case 'clear':
      return clearPlot(play, plot)
    case 'crew':
      return sendCrew(play, plot)
    default:
      return null
  }
}

import { announce } from '../kit/hud/dom.ts'
import { flyImage } from '../kit/hud/flying-image.ts'
import coin from './assets/tools/coin.svg'
import { nextLevel } from './core/buildings.ts'
import { build, type Play, PRICES, type Step } from './core/play.ts'
import { applyTool, BUILD, canUseOn, select, type Tool, type ToolSelection } from './core/tools.ts'
import { type Merge, put, withPlot } from './core/town.ts'
import { coinsPlace, showToolHint } from './hud/status.ts'
import type { Messages } from './messages/en.ts'
import type { Sound } from './sound.ts'
import type { Marks } from './view/draw-town.ts'
import type { TownView } from './view/town-view.ts'

interface Deps {
  view: TownView
  sound: Sound
  messages(): Messages
  play(): Play
  prefersReducedMotion(): boolean
  /** Called when a step is decided and before it is animated, so a reload cannot undo it. */
  save(step: Step): void
  /** Called when a step's animation has ended. */
  onShown(step: Step): void
  onSelect(tool: ToolSelection['tool']): void
}

export interface TownController {
  press(plot: number): void
  /** Moves the cursor; null hides it. */
  point(plot: number | null, byKeyboard: boolean): void
  selectTool(tool: Tool): void
  deselectTool(): void
  /** Updates the instruction and the marks after the town or the language changes. */
  refresh(): void
}

const MAX_FLYING_COINS = 5
const NO_PREVIEW = { ghost: null, lit: [] }

/** Applies presses on plots to the core at once, saves the result, and queues the animations. */
export function createTownController(deps: Deps): TownController {
  const { view, sound, messages, play } = deps
  let selection: ToolSelection = BUILD
  let cursor: number | null = null
  let usesKeyboard = false
  let animations = Promise.resolve()

  function setSelection(next: ToolSelection): void {
    selection = next
    const picked = selection.tool === 'crane' ? selection.from : null
    view.mark({ picked })
    showToolHint(hintFor(selection, messages()))
    deps.onSelect(selection.tool)
    showMarks()
  }

  function showMarks(): void {
    const marks = cursor === null ? NO_PREVIEW : preview(selection, play(), cursor)
    view.mark({ cursor, usesKeyboard, ...marks })
  }

  function refuse(reason: string): void {
    sound.play('refuse')
    announce(reason)
  }

  function apply(step: Step, plot: number): void {
    const [used, before] = [selection, play()]
    deps.save(step)
    setSelection(BUILD)
    announceStep(step, messages())
    animations = animations.then(async () => {
      await showAction(deps, used, plot, before)
      await showMerges(deps, step.turn.merges)
      deps.onShown(step)
    })
  }

  function lift(plot: number): void {
    sound.play('press')
    announce(messages().craneToHint)
    setSelection({ tool: 'crane', from: plot })
  }

  return {
    press(plot) {
      const step = selection.tool === 'build' ? build(play(), plot) : applyTool(selection, play(), plot)
      if (step) apply(step, plot)
      else if (selection.tool === 'crane' && canUseOn(selection, play(), plot)) lift(plot)
      else refuse(selection.tool === 'build' ? messages().taken : messages().notHere)
    },
    point(plot, byKeyboard) {
      cursor = plot
      usesKeyboard = byKeyboard
      showMarks()
    },
    selectTool(tool) {
      if (selection.tool === tool) return setSelection(BUILD)
      const price = tool === 'crew' && play().crews > 0 ? 0 : PRICES[tool]
      if (play().coins < price) return refuse(messages().tooFewCoins(price))
      sound.play('press')
      setSelection(select(tool))
      announce(hintFor(selection, messages()) ?? '')
    },
    deselectTool() {
      if (selection.tool === 'build') return
      setSelection(BUILD)
      announce(messages().toolDeselected)
    },
    refresh: () => setSelection(selection),
  }
}

function hintFor(selection: ToolSelection, messages: Messages): string | null {
  switch (selection.tool) {
    case 'build':
      return null
    case 'crane':
      return selection.from === null ? messages.craneFromHint : messages.craneToHint
    case 'clear':
      return messages.clearHint
    case 'crew':
      return messages.crewHint
  }
}

/** Preview marks for a press on this plot: the new building and the merged plots. */
function preview(selection: ToolSelection, play: Play, plot: number): Pick<Marks, 'ghost' | 'lit'> {
  const { town, cart } = play
  const from = selection.tool === 'crane' ? selection.from : null
  const piece = selection.tool === 'build' ? cart[0] : from === null ? 0 : (town[from] ?? 0)
  if (piece === 0 || !canUseOn(selection, play, plot)) return NO_PREVIEW
  const ground = from === null ? town : withPlot(town, from, 0)
  const merge = put(ground, plot, piece)?.merges[0]
  return { ghost: piece, lit: merge?.from.filter((other) => other !== plot) ?? [] }
}

function announceStep({ play, turn, questDone }: Step, messages: Messages): void {
  const merges = turn.merges.map(({ from, level }) => messages.merged(from.length, messages.levels[level]))
  const earned = turn.merges.reduce((sum, { coins }) => sum + coins, 0)
  announce(
    [
      ...merges,
      ...(earned > 0 ? [`+${messages.coinsCount(earned)}.`] : []),
      ...(questDone ? [messages.questDone(messages.people[questDone.from])] : []),
      `${messages.now}: ${messages.levels[play.cart[0]]}.`,
    ].join(' '),
  )
}

/** Animates a step up to its merges. */
async function showAction(
  { view, sound }: Deps,
  used: ToolSelection,
  plot: number,
  before: Play,
): Promise<void> {
  const level = before.town[plot] || before.cart[0]
  if (used.tool === 'build') {
    const landing = view.put(plot, before.cart[0])
    sound.play('put')
    return landing
  }
  if (used.tool === 'clear') {
    sound.play('clear')
    return view.clear(plot)
  }
  sound.play('crane')
  if (used.tool === 'crew') return view.raise(plot, nextLevel(level))
  if (used.tool === 'crane' && used.from !== null) return view.move(used.from, plot)
}

async function showMerges(deps: Deps, merges: readonly Merge[]): Promise<void> {
  for (const [index, merge] of merges.entries()) {
    deps.sound.play('merge', merge.level + index)
    await deps.view.merge(merge)
    deps.view.showText(merge.at, `+${merge.coins}`)
    flyCoins(deps, merge.at, merge.coins)
  }
}

function flyCoins({ view, prefersReducedMotion }: Deps, plot: number, coins: number): void {
  if (prefersReducedMotion()) return
  const count = Math.min(MAX_FLYING_COINS, Math.ceil(coins / 12))
  for (let index = 0; index < count; index++) {
    const { x, y } = view.getPlace(plot)
    flyImage(coin, { x: x + (index - count / 2) * 14, y: y - (index % 2) * 10 }, coinsPlace(), 30)
  }
}

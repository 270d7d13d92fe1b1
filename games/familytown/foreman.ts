import { announce } from '../kit/hud/announcer.ts'
import { fly } from '../kit/hud/flights.ts'
import { type Aim, aimOf, BUILD, fits, type Tool, useTool } from './aim.ts'
import coin from './assets/tools/coin.svg'
import { nextLevel } from './core/buildings.ts'
import { build, type Play, PRICES, type Step } from './core/play.ts'
import { type Merge, put } from './core/town.ts'
import { coinsPlace } from './hud/status.ts'
import { showAim } from './hud/tools.ts'
import type { Sound } from './sound.ts'
import type { Texts } from './texts/index.ts'
import type { TownView } from './view/town-view.ts'

interface Deps {
  view: TownView
  sound: Sound
  texts(): Texts
  play(): Play
  isCalm(): boolean
  /** Called as soon as a step is decided, before it is shown, so that a reload cannot undo it. */
  keep(step: Step): void
  /** Everything has been shown. */
  onShown(step: Step): void
  /** A tool was taken or put away. */
  onAim(tool: Aim['tool']): void
}

/** Takes presses on plots, decides them at once, and shows them one after another. */
export interface Foreman {
  press(plot: number): void
  point(plot: number | null, isWalking: boolean): void
  take(tool: Tool): void
  putAway(): void
  /** Points out once more, as after the town has changed. */
  refresh(): void
}

const MOST_COINS_IN_FLIGHT = 5

export function createForeman(deps: Deps): Foreman {
  const { view, sound, texts, play, isCalm } = deps
  let aim: Aim = BUILD
  let cursor: number | null = null
  let isWalking = false
  let shown = Promise.resolve()

  function setAim(next: Aim): void {
    aim = next
    const picked = aim.tool === 'crane' ? aim.from : null
    view.mark({ picked })
    showAim(wordsOf(aim))
    deps.onAim(aim.tool)
    pointOut()
  }

  function wordsOf(next: Aim): string | null {
    switch (next.tool) {
      case 'build':
        return null
      case 'crane':
        return next.from === null ? texts().aimCraneFrom : texts().aimCraneTo
      case 'clear':
        return texts().aimClear
      case 'crew':
        return texts().aimCrew
    }
  }

  /** What putting something on this plot would merge, the plot itself aside. */
  function preview(plot: number): Pick<Parameters<TownView['mark']>[0], 'ghost' | 'lit'> {
    const { town, cart } = play()
    const from = aim.tool === 'crane' ? aim.from : null
    const piece = aim.tool === 'build' ? cart[0] : from === null ? 0 : (town[from] ?? 0)
    if (piece === 0 || !fits(aim, play(), plot)) return { ghost: null, lit: [] }
    const ground = from === null ? town : town.with(from, 0)
    const merge = put(ground, plot, piece)?.merges[0]
    return { ghost: piece, lit: merge?.from.filter((other) => other !== plot) ?? [] }
  }

  function pointOut(): void {
    const marks = cursor === null ? { ghost: null, lit: [] } : preview(cursor)
    view.mark({ cursor, isWalking, ...marks })
  }

  function refuse(words: string): void {
    sound.play('refuse')
    announce(words)
  }

  function tell({ play: after, turn, questDone }: Step): void {
    const merges = turn.merges.map(({ from, level }) => texts().merged(from.length, texts().levels[level]))
    const earned = turn.merges.reduce((sum, { coins }) => sum + coins, 0)
    announce(
      [
        ...merges,
        ...(earned > 0 ? [`+${texts().coinsCount(earned)}.`] : []),
        ...(questDone ? [texts().questDone(texts().people[questDone.from])] : []),
        `${texts().now}: ${texts().levels[after.cart[0]]}.`,
      ].join(' '),
    )
  }

  function flyCoins(plot: number, coins: number): void {
    if (isCalm()) return
    const count = Math.min(MOST_COINS_IN_FLIGHT, Math.ceil(coins / 12))
    for (let nth = 0; nth < count; nth++) {
      const { x, y } = view.placeOf(plot)
      fly(coin, { x: x + (nth - count / 2) * 14, y: y - (nth % 2) * 10 }, coinsPlace(), 30)
    }
  }

  async function showMerges(merges: readonly Merge[]): Promise<void> {
    for (const [nth, merge] of merges.entries()) {
      sound.play('merge', merge.level + nth)
      await view.merge(merge)
      view.say(merge.at, `+${merge.coins}`)
      flyCoins(merge.at, merge.coins)
    }
  }

  /** What happens before anything merges. */
  async function showAct(by: Aim, plot: number, before: Play): Promise<void> {
    const level = before.town[plot] || before.cart[0]
    if (by.tool === 'build') {
      const landing = view.put(plot, before.cart[0])
      sound.play('put')
      return landing
    }
    if (by.tool === 'clear') {
      sound.play('clear')
      return view.clear(plot)
    }
    sound.play('crane')
    if (by.tool === 'crew') return view.raise(plot, nextLevel(level))
    if (by.tool === 'crane' && by.from !== null) return view.move(by.from, plot)
  }

  function carryOut(step: Step, plot: number): void {
    const [by, before] = [aim, play()]
    deps.keep(step)
    setAim(BUILD)
    tell(step)
    shown = shown.then(async () => {
      await showAct(by, plot, before)
      await showMerges(step.turn.merges)
      deps.onShown(step)
    })
  }

  function hook(plot: number): void {
    sound.play('step')
    announce(texts().aimCraneTo)
    setAim({ tool: 'crane', from: plot })
  }

  function press(plot: number): void {
    const step = aim.tool === 'build' ? build(play(), plot) : useTool(aim, play(), plot)
    if (step) carryOut(step, plot)
    else if (aim.tool === 'crane' && fits(aim, play(), plot)) hook(plot)
    else refuse(aim.tool === 'build' ? texts().taken : texts().notHere)
  }

  function priceOf(tool: Tool): number {
    return tool === 'crew' && play().crews > 0 ? 0 : PRICES[tool]
  }

  return {
    press,
    point(plot, walks) {
      cursor = plot
      isWalking = walks
      pointOut()
    },
    take(tool) {
      if (aim.tool === tool) return setAim(BUILD)
      const price = priceOf(tool)
      if (play().coins < price) return refuse(texts().tooFewCoins(price))
      sound.play('step')
      setAim(aimOf(tool))
      announce(wordsOf(aim) ?? '')
    },
    putAway() {
      if (aim.tool === 'build') return
      setAim(BUILD)
      announce(texts().aimOff)
    },
    refresh: () => setAim(aim),
  }
}

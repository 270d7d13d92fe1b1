import { announce } from '../kit/hud/dom.ts'
import { howTo, illustratedList, showPauseCard } from '../kit/hud/pause-card.ts'
import type { Shell } from '../kit/shell.ts'
import type { Arena } from './core/arena.ts'
import { HOW_TO_IMAGES, showIntro, showOver } from './hud/cards.ts'
import type { Messages } from './messages/en.ts'
import type { RunController } from './run-controller.ts'
import { type Save, spend } from './save.ts'
import type { tones } from './sound.ts'

export interface RunCards {
  introduce(): void
  showEnd(arena: Arena): void
  pause(): void
}

/** The cards before, during and after a run. @param drawPicture  Draws the introduction's picture. */
export function createRunCards(
  shell: Shell<Save, Messages, keyof typeof tones>,
  run: RunController,
  drawPicture: () => HTMLElement,
): RunCards {
  const { hub, saves, messages, resume } = shell
  /** The best score before the current run. */
  let bestScoreBefore = 0

  function begin(): void {
    run.restart()
    bestScoreBefore = saves.current().bestScore
    saves.update((save) => ({ ...save, runs: save.runs + 1 }))
    resume()
  }

  function revive(): void {
    const spent = spend(saves.current(), 'cells')
    if (!spent) return
    saves.update(() => spent)
    run.revive()
    announce(messages().revived)
    resume()
  }

  function introduce(): void {
    const onAurora = (wearsAurora: boolean) => {
      saves.update((save) => ({ ...save, wearsAurora }))
      run.redraw()
    }
    const options = { picture: drawPicture, onPlay: begin, onShop: () => shell.openShop(introduce), onAurora }
    shell.openCard(() => showIntro({ save: saves.current(), ...options }, messages()))
  }

  function showEnd({ score, wave }: Arena): void {
    const isRecord = score > bestScoreBefore
    const options = {
      score,
      wave,
      isRecord,
      onRevive: revive,
      onAgain: begin,
      onShop: () => shell.openShop(show),
    }
    const show = () => shell.openCard(() => showOver({ ...options, save: saves.current() }, messages()))
    show()
  }

  function pause(): void {
    shell.openCard(() =>
      showPauseCard(hub, messages(), {
        content: [howTo(messages().howTo, illustratedList(messages().howToLines, HOW_TO_IMAGES))],
        buttons: [{ text: messages().restart, onPress: begin }],
        canSignOut: true,
        onResume: resume,
        onReturn: pause,
      }),
    )
  }

  return { introduce, showEnd, pause }
}

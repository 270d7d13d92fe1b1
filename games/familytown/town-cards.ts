import { confirmedPlayerId } from '../kit/confirmed-player.ts'
import { announce } from '../kit/hud/dom.ts'
import { showPauseCard } from '../kit/hud/pause-card.ts'
import type { Shell } from '../kit/shell.ts'
import { type Step, startNewTown } from './core/play.ts'
import { isFull } from './core/town.ts'
import { passLine, rules, showEvening, showFull, showWelcome } from './hud/cards.ts'
import type { Messages } from './messages/en.ts'
import type { Save } from './save.ts'
import type { tones } from './sound.ts'
import type { TownController } from './town-controller.ts'
import type { TownView } from './view/town-view.ts'

/** Pass number length. The number is the player id's suffix. */
const PASS_LENGTH = 6

interface Deps {
  controller: TownController
  view: TownView
  /** Called when a new town has been saved. */
  onNewTown(): void
}

export interface TownCards {
  welcome(): void
  /** Called when a step's animation has ended. */
  showEnd(step: Step): void
  /** Offers ways out of a full town. @returns false when the town is not full */
  askForRoom(): boolean
  openShop(): void
  pause(): void
}

/** The cards around the town. */
export function createTownCards(
  shell: Shell<Save, Messages, keyof typeof tones>,
  { controller, view, onNewTown }: Deps,
): TownCards {
  const { hub, saves, sound, messages } = shell
  const play = () => saves.current().play

  /** Continues the game, unless the town is full. */
  function resume(): void {
    if (!askForRoom()) shell.resume()
  }

  function askForRoom(): boolean {
    if (!isFull(play().town)) return false
    const use = (tool: 'crew' | 'clear') => () => {
      shell.resume()
      controller.selectTool(tool)
    }
    const startAgain = () => {
      saves.update((save) => ({ ...save, play: startNewTown(save.play) }))
      onNewTown()
      view.show(play().town)
      shell.resume()
    }
    const options = { onCrew: use('crew'), onClear: use('clear'), onShop: openShop, onNewTown: startAgain }
    shell.openCard(() => showFull({ play: play(), ...options }, messages()))
    return true
  }

  function openShop(): void {
    controller.deselectTool()
    shell.openShop(resume)
  }

  return {
    welcome() {
      const start = () => {
        saves.update((save) => ({ ...save, isWelcomed: true }))
        resume()
        announce(messages().boardHelp)
      }
      shell.openCard(() => showWelcome(messages(), start))
    },
    showEnd({ evening }) {
      if (shell.hasCard()) return // closing that card checks for a full town, and the coins are saved already
      if (evening) {
        sound.play('evening')
        shell.openCard(() => showEvening(evening, play(), messages(), resume))
      } else askForRoom()
    },
    askForRoom,
    openShop,
    pause() {
      controller.deselectTool()
      const passNumber = confirmedPlayerId(hub).then((id) => id?.slice(-PASS_LENGTH).toUpperCase())
      shell.openCard(() =>
        showPauseCard(hub, messages(), {
          content: [passLine(passNumber, messages()), rules(messages())],
          canSignOut: true,
          onResume: resume,
          onReturn: resume,
        }),
      )
    },
  }
}

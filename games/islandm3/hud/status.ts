import { byId, element, image } from '../../kit/hud/dom.ts'
import type { Wanted } from '../core/levels.ts'
import { countRemaining, countStars, type Round } from '../core/round.ts'
import type { Messages } from '../messages/en.ts'
import { IMAGE_URLS } from '../view/sprites.ts'

export function goalList(round: Round, messages: Messages): HTMLLIElement[] {
  return round.level.goals.map((goal) => goalItem(goal.wanted, countRemaining(round, goal), messages))
}

function goalItem(wanted: Wanted, left: number, messages: Messages): HTMLLIElement {
  return element(
    'li',
    { className: left === 0 ? 'is-done' : '', data: { wanted } },
    image(IMAGE_URLS[wanted]),
    element('span', { ariaHidden: 'true', textContent: left === 0 ? '✓' : String(left) }),
    element('span', { className: 'unseen', textContent: messages.goalLeft(messages.pieces[wanted], left) }),
  )
}

/** Updates the figures beside the board. */
export function showStatus(round: Round, messages: Messages): void {
  byId('level-name').textContent = messages.level(round.level.number)
  byId('moves').textContent = String(round.movesLeft)
  byId('moves').classList.toggle('is-low', round.movesLeft <= 3)
  byId('score').textContent = round.score.toLocaleString(document.documentElement.lang)
  byId('score').dataset.stars = String(round.score > 0 ? countStars(round) : 0)
  byId('goals').replaceChildren(...goalList(round, messages))
}

/** A goal counter's position; null when the level has no such goal or it is met. */
export const goalPlace = (wanted: Wanted): DOMRect | null =>
  document.querySelector(`#goals [data-wanted="${wanted}"]:not(.is-done) img`)?.getBoundingClientRect() ??
  null

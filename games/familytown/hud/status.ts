import { byId, find, labelTool } from '../../kit/hud/dom.ts'
import baker from '../assets/people/baker.svg'
import girl from '../assets/people/girl.svg'
import grandmother from '../assets/people/grandmother.svg'
import postman from '../assets/people/postman.svg'
import { DAY, deliveriesLeftToday, getDay, type Play, PRICES } from '../core/play.ts'
import type { Person, Quest } from '../core/quests.ts'
import { countFamilies } from '../core/town.ts'
import type { Messages } from '../messages/en.ts'
import { IMAGE_URLS } from '../view/sprites.ts'

export const FACES: Record<Person, string> = { baker, girl, grandmother, postman }

const THANKS_MS = 1800

interface QuestPanel {
  show(): void
  /** Thanks for a finished quest, then shows the current one. */
  update(done: Quest | null): void
}

export function createQuestPanel(quest: () => Quest, messages: () => Messages): QuestPanel {
  let thanksTimer: ReturnType<typeof setTimeout> | undefined
  const show = () => showQuest(quest(), messages())

  function thank(done: Quest): void {
    showThanks(done, messages())
    clearTimeout(thanksTimer)
    thanksTimer = setTimeout(() => {
      thanksTimer = undefined
      show()
    }, THANKS_MS)
  }

  return {
    show,
    update(done) {
      if (done) thank(done)
      else if (thanksTimer === undefined) show()
    },
  }
}

function showThanks(quest: Quest, messages: Messages): void {
  part('.wish').textContent = `${messages.thanks}!`
  part('.state').textContent = messages.questState(quest.goal, quest.goal)
  part('.bar').style.setProperty('--done', '1')
  byId('quest').classList.add('is-done')
}

function showQuest(quest: Quest, messages: Messages): void {
  byId('quest').classList.remove('is-done')
  const face = find(byId('quest'), '.face', HTMLImageElement)
  const isNew = face.getAttribute('src') !== FACES[quest.from]
  face.src = FACES[quest.from]
  part('.who').textContent = messages.people[quest.from]
  part('.wish').textContent = messages.wish(quest.wish, quest.goal)
  part('.state').textContent = messages.questState(quest.have, quest.goal)
  part('.bar').style.setProperty('--done', String(quest.have / quest.goal))
  part('.reward b').textContent = String(quest.reward)
  part('.reward').classList.toggle('has-crew', quest.hasCrew)
  if (isNew) restartAnimation(byId('quest'), 'is-new')
}

const part = (selector: string) => find(byId('quest'), selector, HTMLElement)

/** Restarts a class's animation: reading `offsetWidth` forces a reflow. */
function restartAnimation(place: HTMLElement, className: string): void {
  place.classList.remove(className)
  void place.offsetWidth
  place.classList.add(className)
}

/** Updates everything around the island except the quest. */
export function showStatus(play: Play, messages: Messages): void {
  const [now, next] = play.cart
  const passed = DAY - deliveriesLeftToday(play)
  showFigure('coins', play.coins, messages.language)
  showFigure('families', countFamilies(play.town), messages.language)
  showPiece('now', IMAGE_URLS[now], messages.levels[now])
  showPiece('next', IMAGE_URLS[next], messages.levels[next])
  byId('day').textContent = messages.day(getDay(play))
  byId('until-evening').textContent = messages.untilEvening(deliveriesLeftToday(play))
  byId('day').parentElement?.style.setProperty('--day', `${(100 * passed) / DAY}%`)
  byId('sky').style.setProperty('--dusk', String(0.9 * (passed / DAY) ** 2))
  showTools(play, messages)
}

function showFigure(id: string, figure: number, language: string): void {
  const place = find(byId(id), 'b', HTMLElement)
  const text = figure.toLocaleString(language)
  if (place.textContent === text) return
  const hasGrown = place.textContent !== ''
  place.textContent = text
  if (hasGrown) restartAnimation(byId(id), 'has-grown')
}

function showPiece(id: string, src: string, alt: string): void {
  const image = byId<HTMLImageElement>(id)
  image.alt = alt
  if (image.getAttribute('src') === src) return
  image.src = src
  restartAnimation(image, 'is-new')
}

function showTools({ coins, crews }: Play, messages: Messages): void {
  showTool('use-crane', String(PRICES.crane), messages.craneLabel(PRICES.crane), coins >= PRICES.crane)
  showTool('use-clear', String(PRICES.clear), messages.clearLabel(PRICES.clear), coins >= PRICES.clear)
  const crewBadge = crews > 0 ? `×${crews}` : String(PRICES.crew)
  showTool('use-crew', crewBadge, messages.crewLabel(crews, PRICES.crew), crews > 0 || coins >= PRICES.crew)
}

function showTool(id: string, badge: string, label: string, isAffordable: boolean): void {
  labelTool(id, badge, label).classList.toggle('is-dear', !isAffordable)
}

/** Explains the selected tool, with a button to deselect it; null hides both. */
export function showToolHint(text: string | null): void {
  const instruction = byId('tool-hint')
  instruction.hidden = text === null
  const label = instruction.querySelector('span')
  if (label) label.textContent = text
}

export const coinsPlace = (): DOMRect => byId('coins').getBoundingClientRect()

import { announce, byId } from '../kit/hud/dom.ts'
import { showPauseCard } from '../kit/hud/pause-card.ts'
import type { Game, Shell } from '../kit/shell.ts'
import { startGame } from '../kit/start.ts'
import { canDouble, hit, payout, type Round, stand } from './core/round.ts'
import { rules, showIntro } from './hud/cards.ts'
import { showTable } from './hud/table.ts'
import { ITEMS, VELVET_ID } from './items.ts'
import { en, type Messages } from './messages/en.ts'
import { ru } from './messages/ru.ts'
import { BETS, createRoundController } from './round-controller.ts'
import { FREE_CHIPS, type Save, saves } from './save.ts'
import { tones } from './sound.ts'

/** Connects the rounds and the cards to the shell. */
function createGame(shell: Shell<Save, Messages, keyof typeof tones>): Game<Save> {
  const { hub, saves, sound, messages, resume } = shell
  const controller = createRoundController({ saves, sound, onChange })
  const describe = () => describeRound(controller.round(), saves.current().chips, messages())

  function onChange(): void {
    refresh()
    announce(describe())
  }

  function refresh(): void {
    const round = controller.round()
    const { chips, hasVelvet } = saves.current()
    byId('chips').textContent = chips.toLocaleString(messages().language)
    byId('message').textContent = describe()
    document.body.classList.toggle('has-velvet', hasVelvet)
    showTable(round, messages())
    for (const amount of BETS) {
      const button = byId<HTMLButtonElement>(`bet-${amount}`)
      button.textContent = messages().bet(amount)
      button.disabled = chips < amount
    }
    byId('bets').hidden = controller.isPlaying()
    byId('moves').hidden = !controller.isPlaying()
    byId<HTMLButtonElement>('double').disabled = !round || !canDouble(round) || chips < round.bet
    if (!shell.hasCard()) focus()
  }

  /** The buttons change with every round: the keyboard keeps a place among them. */
  function focus(): void {
    const { activeElement } = document
    const isLost = activeElement === document.body || activeElement?.closest('[hidden]') !== null
    if (isLost) byId(controller.isPlaying() ? 'hit' : 'bet-10').focus()
  }

  function introduce(): void {
    const onShop = () => shell.openShop(introduce)
    shell.openCard(() => showIntro(saves.current().mostChips, messages(), resume, onShop))
  }

  function pause(): void {
    const options = { canSignOut: true, onResume: resume, onReturn: pause }
    shell.openCard(() => showPauseCard(hub, messages(), { content: [rules(messages())], ...options }))
  }

  const keys: Record<string, () => void> = {
    KeyH: () => controller.act(hit),
    KeyS: () => controller.act(stand),
    KeyD: controller.doubleBet,
    Escape: pause,
  }

  return {
    open() {
      for (const amount of BETS) byId(`bet-${amount}`).onclick = () => controller.bet(amount)
      byId('hit').onclick = () => controller.act(hit)
      byId('stand').onclick = () => controller.act(stand)
      byId('double').onclick = controller.doubleBet
      byId('pause').onclick = pause
      byId('shop').onclick = () => shell.openShop()
      addEventListener('keydown', ({ code, repeat }) => {
        if (!repeat && !shell.hasCard()) keys[code]?.()
      })
      introduce()
    },
    refresh,
    focus,
    onPlayerChange: controller.reset,
    onPauseChange: () => undefined,
    inventory: () => messages().chips(saves.current().chips),
    ownedLabel: (itemId) => (itemId === VELVET_ID && saves.current().hasVelvet ? messages().kept : null),
  }
}

function describeRound(round: Round | null, chips: number, messages: Messages): string {
  if (!round) return messages.placeBet
  const { outcome, bet } = round
  if (!outcome) return messages.yourTurn
  const result = messages.outcomes[outcome](Math.abs(payout(round) - bet))
  const isGift = payout(round) === 0 && chips === FREE_CHIPS
  return isGift ? `${result}. ${messages.onTheHouse(FREE_CHIPS)}` : result
}

await startGame({
  saves,
  items: ITEMS,
  messages: [en, ru],
  tones,
  needsHub: true,
  loadSprites: async () => undefined,
  create: createGame,
})

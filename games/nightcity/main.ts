import { showCard } from '../kit/hud/card.ts'
import { announce, byId, element, image, paragraph } from '../kit/hud/dom.ts'
import { howTo, showPauseCard } from '../kit/hud/pause-card.ts'
import { createRng, randomSeed } from '../kit/rng.ts'
import type { Game, Shell } from '../kit/shell.ts'
import { startGame } from '../kit/start.ts'
import logo from './assets/logo.svg'
import { newDeck } from './core/cards.ts'
import { canDouble, deal, double, hit, payout, type Round, stand } from './core/round.ts'
import { showTable } from './hud/table.ts'
import { ITEMS, VELVET_ID } from './items.ts'
import { FREE_CHIPS, type Save, saves, withChips } from './save.ts'
import { tones } from './sound.ts'
import { en, type Texts } from './texts/en.ts'
import { ru } from './texts/ru.ts'

const BETS = [10, 50, 100] as const

/** Connects the rounds and the cards to the shell. */
function createGame(shell: Shell<Save, Texts, keyof typeof tones>): Game<Save> {
  const { hub, saves, sound, texts } = shell
  const rng = createRng(randomSeed())
  let round: Round | null = null
  const isPlaying = () => round !== null && round.outcome === null

  function setChips(change: (chips: number) => number): void {
    saves.update((save) => withChips(save, change(save.chips)))
  }

  function bet(amount: number): void {
    if (isPlaying() || saves.current().chips < amount) return
    saves.update((save) => ({ ...withChips(save, save.chips - amount), rounds: save.rounds + 1 }))
    sound.play('card')
    show(deal(amount, newDeck(rng)))
  }

  function act(action: (round: Round) => Round): void {
    if (!round || !isPlaying()) return
    sound.play('card')
    show(action(round))
  }

  function doubleBet(): void {
    if (!round || !canDouble(round) || saves.current().chips < round.bet) return
    const { bet: second } = round
    setChips((chips) => chips - second)
    act(double)
  }

  function show(next: Round): void {
    round = next
    if (next.outcome) finish(next, next.outcome)
    refresh()
    announce(message())
  }

  function finish(over: Round, outcome: NonNullable<Round['outcome']>): void {
    setChips((chips) => chips + payout(over))
    const isWin = outcome === 'won' || outcome === 'natural'
    sound.play(isWin ? 'won' : outcome === 'push' ? 'push' : 'lost')
    if (saves.current().chips < BETS[0]) setChips(() => FREE_CHIPS)
  }

  function message(): string {
    if (!round) return texts().placeBet
    const { outcome } = round
    if (!outcome) return texts().yourTurn
    const gain = Math.abs(payout(round) - round.bet)
    const result = texts().outcomes[outcome](gain)
    const isGift = payout(round) === 0 && saves.current().chips === FREE_CHIPS
    return isGift ? `${result}. ${texts().onTheHouse(FREE_CHIPS)}` : result
  }

  function refresh(): void {
    const { chips, hasVelvet } = saves.current()
    byId('chips').textContent = chips.toLocaleString(texts().language)
    byId('message').textContent = message()
    document.body.classList.toggle('has-velvet', hasVelvet)
    showTable(round, texts())
    for (const amount of BETS) {
      const button = byId<HTMLButtonElement>(`bet-${amount}`)
      button.textContent = texts().bet(amount)
      button.disabled = chips < amount
    }
    byId('bets').hidden = isPlaying()
    byId('moves').hidden = !isPlaying()
    byId<HTMLButtonElement>('double').disabled = !round || !canDouble(round) || chips < round.bet
    if (!shell.hasCard()) focusControls()
  }

  /** The buttons change with every round: the keyboard keeps a place among them. */
  function focusControls(): void {
    const { activeElement } = document
    const isLost = activeElement === document.body || activeElement?.closest('[hidden]') !== null
    if (isLost) byId(isPlaying() ? 'hit' : 'bet-10').focus()
  }

  function resume(): void {
    shell.endCardPause()
    refresh()
  }

  const rules = () =>
    howTo(
      texts().howTo,
      element('ul', {}, ...texts().howToLines.map((line) => element('li', { textContent: line }))),
    )

  function introduce(): void {
    shell.openCard(() =>
      showCard({
        kind: 'intro',
        title: texts().title,
        content: [
          image(logo, 'intro-picture'),
          paragraph(texts().tagline),
          paragraph(texts().yourBest(saves.current().mostChips), 'quiet'),
          rules(),
        ],
        buttons: [
          { text: texts().play, isMain: true, onPress: resume },
          { text: texts().shop, onPress: () => shell.openShop(introduce) },
        ],
      }),
    )
  }

  function pause(): void {
    shell.openCard(() =>
      showPauseCard(hub, texts(), {
        content: [rules()],
        canSignOut: true,
        onResume: resume,
        onReturn: pause,
      }),
    )
  }

  const keys: Record<string, () => void> = {
    KeyH: () => act(hit),
    KeyS: () => act(stand),
    KeyD: doubleBet,
    Escape: pause,
  }

  return {
    open() {
      for (const amount of BETS) byId(`bet-${amount}`).onclick = () => bet(amount)
      byId('hit').onclick = () => act(hit)
      byId('stand').onclick = () => act(stand)
      byId('double').onclick = doubleBet
      byId('shop').onclick = () => shell.openShop(resume)
      byId('pause').onclick = pause
      addEventListener('keydown', ({ code, repeat }) => {
        if (!repeat && !shell.hasCard()) keys[code]?.()
      })
      introduce()
    },
    refresh,
    focus: focusControls,
    onPlayerChange() {
      round = null
    },
    onPauseChange: () => undefined,
    inventory: () => texts().chips(saves.current().chips),
    ownedLabel: (itemId) => (itemId === VELVET_ID && saves.current().hasVelvet ? texts().kept : null),
  }
}

await startGame({
  saves,
  items: ITEMS,
  texts: [en, ru],
  tones,
  needsHub: true,
  loadSprites: async () => undefined,
  create: createGame,
})

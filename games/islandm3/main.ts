import '@fontsource-variable/onest'
import { createGame } from './game.ts'
import { joinHub } from './hub.ts'
import { byId } from './hud/dom.ts'
import { createKeeper } from './keeper.ts'
import { createSaveStore } from './save.ts'
import { createSound } from './sound.ts'
import { loadSprites } from './view/sprites.ts'

const calm = matchMedia('(prefers-reduced-motion: reduce)')

const [hub, sprites] = await Promise.all([joinHub(), loadSprites()])
const game = createGame({
  hub,
  sprites,
  keeper: createKeeper(
    createSaveStore(() => localStorage),
    hub.player.id,
  ),
  sound: createSound(),
  isCalm: () => calm.matches,
})
byId('loading').remove()
document.body.classList.remove('is-loading')
game.open()
hub.ready()
void game.deliverPending()

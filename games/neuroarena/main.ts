import '@fontsource-variable/onest'
import { joinHub } from '../kit/hub.ts'
import { byId } from '../kit/hud/dom.ts'
import { createKeeper } from '../kit/keeper.ts'
import { createSound } from '../kit/sound.ts'
import { createGame } from './game.ts'
import { saves } from './save.ts'
import { LOCAL_CATALOG } from './shop/goods.ts'
import { tonesOf } from './sound.ts'
import { loadSprites } from './view/sprites.ts'

const calm = matchMedia('(prefers-reduced-motion: reduce)')

const [hub, sprites] = await Promise.all([joinHub(LOCAL_CATALOG), loadSprites()])
const game = createGame({
  hub,
  sprites,
  keeper: createKeeper(saves, hub.player.id),
  sound: createSound('neuroarena', tonesOf),
  isCalm: () => calm.matches,
})
byId('loading').remove()
document.body.classList.remove('is-loading')
game.open()
hub.ready()
void game.deliverPending()

import type accounts from './en/accounts.json'
import type catalogue from './en/catalogue.json'
import type common from './en/common.json'
import type developers from './en/developers.json'
import type errors from './en/errors.json'
import type game from './en/game.json'
import type library from './en/library.json'
import type payments from './en/payments.json'
import type play from './en/play.json'
import type prices from './en/prices.json'
import type profile from './en/profile.json'
import type support from './en/support.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      common: typeof common
      catalogue: typeof catalogue
      errors: typeof errors
      prices: typeof prices
      accounts: typeof accounts
      profile: typeof profile
      payments: typeof payments
      game: typeof game
      library: typeof library
      support: typeof support
      play: typeof play
      developers: typeof developers
    }
  }
}

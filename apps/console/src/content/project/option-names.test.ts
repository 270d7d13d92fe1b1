import { readFileSync } from 'node:fs'
import { gameGenres } from '@playhub/contract/catalogue'
import { listShowableMethods, paymentProviders } from '@playhub/contract/payment-methods'
import { expect, test } from 'vitest'

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const pick = (names: Record<string, string>, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, names[key]]))

test.for(['en', 'ru'])(
  'genres, controls and payment methods are named as on the pages of the hub: %s',
  (language) => {
    const { field } = read(`../../../i18n/${language}/content-project.json`)
    const web = (file: string) => read(`../../../../web/src/i18n/${language}/${file}.json`)
    expect(field.game.genres.option).toEqual(pick(web('catalogue').genre, gameGenres))
    expect(field.game.controls.option).toEqual(web('game').control)
    const methods = paymentProviders.flatMap(listShowableMethods)
    expect(field.paymentsMethods.option).toEqual(pick(web('payments').named, methods))
  },
)

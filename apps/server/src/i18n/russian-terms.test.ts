import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../../../../', import.meta.url).pathname
const folders = ['apps/console/i18n/ru', 'apps/web/src/i18n/ru', 'apps/server/src/i18n/ru']

/** One word per thing; these are the others. A file of a game is written by its team, which calls it a project file. */
const others = [
  { word: 'игра', other: /проект/i, except: ['developers.json'] },
  { word: 'товар', other: /предмет/i, except: ['explanations.json'] },
  { word: 'платёжный сервис', other: /провайдер|платёжн\p{L}+ компани/iu, except: [] },
  { word: 'код восстановления', other: /резервн\p{L}+ код/iu, except: [] },
  { word: 'двухэтапный вход', other: /втор\p{L}+ (фактор|шаг)|двухфактор/iu, except: [] },
  { word: 'консоль', other: /панел/i, except: [] },
]

test.for(others)('the messages say $word, and no other word for it', ({ other, except }) => {
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.json') && !except.some((each) => each === name))
      .flatMap((name) =>
        readFileSync(join(root, folder, name), 'utf8')
          .split('\n')
          .filter((line) => other.test(line))
          .map((line) => `${folder}/${name}: ${line.trim()}`),
      ),
  )
  expect(found).toEqual([])
})

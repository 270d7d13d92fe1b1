import { expect } from 'vitest'
import { journey } from '../environment/journey.ts'
import { inspectScreen } from './inspect-screen.ts'
import { screens } from './screen-list.ts'
import { startScreensEnvironment } from './visit.ts'

const test = journey({ start: startScreensEnvironment })

test.concurrent.for(screens)(
  '$name: accessible on a phone and on a wide screen, in both themes',
  async (screen, { browser, environment }) => {
    const [ru, en] = await Promise.all([
      inspectScreen(browser, environment, screen, 'ru', true),
      inspectScreen(browser, environment, screen, 'en', true),
    ])
    expect({ ru: ru.errors, en: en.errors }).toEqual({ ru: [], en: [] })
  },
)

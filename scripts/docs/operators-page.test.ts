import { expect, test } from 'vitest'
import { readOpening } from './operators-page.ts'

test.each([
  [
    '# Install\n\n<!-- Generated. -->\n\nThe hub is one\nprocess. It needs mail.\n',
    'The hub is one process.',
  ],
  ['# Move\n\n| a | b |\n| --- | --- |\n\n`npm run hub` moves hubs.\n', '`npm run hub` moves hubs.'],
  [
    '# Content\n\nThe folder holds `hub.yaml` and pictures:\n\n```\nhub.yaml\n```\n',
    'The folder holds `hub.yaml` and pictures.',
  ],
])('%j is listed with its first sentence', (page, sentence) => {
  expect(readOpening(page).sentence).toBe(sentence)
})

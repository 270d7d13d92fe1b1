/** The content in the console: see docs/operate/content.md. */
import { join } from 'node:path'
import { demoOwner } from '@playhub/server/demo'
import type { Page } from 'playwright-core'
import { root, startEnvironment, type TestEnvironment } from '../environment/environment.ts'
import { consoleTranslator, type Language } from '../environment/translator.ts'

/** A hub whose content is edited in the browser. */
export async function startContentEnvironment(
  extraEnv: Record<string, string> = {},
): Promise<TestEnvironment> {
  const environment = await startEnvironment(extraEnv)
  await environment.runCommand(
    ...['content', 'import', join(root, 'content')],
    ...['--by', demoOwner.email, '--reason', 'Edit in the browser'],
  )
  return environment
}

/** Publishes the draft of an open page: two clicks. */
export async function publishDraft(page: Page, reason: string, language: Language = 'en'): Promise<void> {
  const t = consoleTranslator(language)
  const bar = page.getByRole('region', { name: t('content:draft.label') })
  await bar.getByRole('button', { name: t('content:publish.action'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('common:confirm.reason')).fill(reason)
  await dialog.getByRole('button', { name: t('content:publish.action'), exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

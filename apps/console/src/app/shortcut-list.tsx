import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { createToggle } from '@playhub/ui/stores/toggle.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { listShortcuts, nameKeys, useShortcuts } from '../lib/shortcuts.ts'

const { show, hide, useIsShown } = createToggle()

export const openShortcutList = show

/** Lists the keys of this screen: `?`. */
export function ShortcutList() {
  const { t } = useTranslation()
  const isOpen = useIsShown()
  const shortcuts = useMemo(
    () => [{ keys: 'Shift+Slash', label: t('shortcut.title'), run: openShortcutList }],
    [t],
  )
  useShortcuts(shortcuts)
  return (
    <Dialog isOpen={isOpen} onClose={hide} title={t('shortcut.title')}>
      <dl className="grid gap-1.5 text-15">
        {isOpen &&
          groupByLabel().map(([label, keys]) => (
            <div key={label} className="flex items-center justify-between gap-4">
              <dt>{label}</dt>
              <dd className="flex gap-3">
                {keys.map((one) => (
                  <span key={one} className="flex gap-1">
                    {nameKeys(one).map((key) => (
                      <kbd
                        key={key}
                        className="min-w-6 rounded-sm border border-line bg-ink-0 px-1.5 py-0.5 text-center font-text text-13"
                      >
                        {key}
                      </kbd>
                    ))}
                  </span>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </Dialog>
  )
}

function groupByLabel(): [label: string, keys: string[]][] {
  const groups = new Map<string, string[]>()
  for (const { label, keys } of listShortcuts()) {
    const known = groups.get(label) ?? []
    if (!known.includes(keys)) groups.set(label, [...known, keys])
  }
  return [...groups]
}

import { createToggle } from '@playhub/ui/stores/toggle.ts'

export const { show: openPalette, hide: closePalette, useIsShown: useIsPaletteOpen } = createToggle()

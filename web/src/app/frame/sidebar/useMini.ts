import { chooseSidebar, usePreferences } from '../../../platform/preferences.ts'
import { useMedia } from '../../../ui/hooks/useMedia.ts'

/** Widths without room for labels beside the page. */
const NARROW = '(max-width: 74.99875rem)'
const useNarrow = () => useMedia(NARROW)

/** Whether the sidebar shows icons only, and how to change that; `toggle` is null if there is no room for labels. */
export function useMini(): { mini: boolean; toggle: (() => void) | null } {
  const narrow = useNarrow()
  const chosen = usePreferences(({ sidebar }) => sidebar.mini)
  return { mini: narrow || chosen, toggle: narrow ? null : () => chooseSidebar({ mini: !chosen }) }
}

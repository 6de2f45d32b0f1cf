/**
 * Does something once no button of the mouse and no finger is down: what moves away under a press takes the click
 * away with it.
 */
export function afterPress(act: () => void) {
  if (document.documentElement.matches(':active'))
    window.addEventListener('mouseup', () => setTimeout(act), { once: true })
  else act()
}

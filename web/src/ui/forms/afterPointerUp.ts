/** Runs `act` once no mouse button or finger is down: an element that moves during a press loses the click. */
export function afterPointerUp(act: () => void) {
  if (document.documentElement.matches(':active'))
    window.addEventListener('mouseup', () => setTimeout(act), { once: true })
  else act()
}

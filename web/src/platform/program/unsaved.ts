type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Polling interval for unsaved input. */
const LOOK_MS = 500

/** Values of form controls before the first edit. */
const before = new Map<Control, string>()
const touched = new Set<Control>()
const submitted = new Set<HTMLFormElement>()
let underWay = 0
/** One entry per page with input outside forms. */
const held = new Set<object>()

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

const stateOf = (control: Control) =>
  control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type)
    ? String(control.checked)
    : control.value

function onFocus({ target }: Event) {
  if (isControl(target) && target.form && !touched.has(target)) before.set(target, stateOf(target))
}

function changed({ target }: Event) {
  if (isControl(target) && target.form) touched.add(target)
}

function onSubmit({ target }: Event) {
  if (target instanceof HTMLFormElement) submitted.add(target)
}

/** Counts an accepted form's input as saved, although its controls still show it. */
function taken() {
  for (const control of touched) if (control.form && submitted.has(control.form)) touched.delete(control)
  submitted.clear()
}

/** Tracks input in forms. Call once. */
export function watchForms() {
  document.addEventListener('focusin', onFocus)
  document.addEventListener('input', changed)
  document.addEventListener('submit', onSubmit)
}

/** Marks input outside forms as unsaved. Returns a function that releases it. */
export function markUnsaved() {
  const mine = {}
  held.add(mine)
  return () => void held.delete(mine)
}

function isTyped(control: Control) {
  if (control.isConnected) return stateOf(control) !== (before.get(control) ?? '')
  touched.delete(control)
  before.delete(control)
  return false
}

/**
 * True if a reload would lose something: unsent form input, other unsaved input on a page, an open dialog, or a
 * change in flight.
 */
export const isUnsaved = () =>
  underWay > 0 ||
  held.size > 0 ||
  document.querySelector('dialog[open]') !== null ||
  [...touched].some(isTyped)

/** Counts a change while it is in flight; once accepted, its form counts as saved. */
export async function trackSaving<T extends { readonly ok: boolean }>(work: Promise<T>): Promise<T> {
  underWay += 1
  try {
    const answer = await work
    if (answer.ok) taken()
    return answer
  } finally {
    underWay -= 1
  }
}

/** Resolves as soon as a reload would lose nothing. */
export async function whenSaved(): Promise<void> {
  while (isUnsaved()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
}

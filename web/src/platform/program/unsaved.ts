type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** How often is looked whether what was waited for has ended. */
const LOOK_MS = 500

/** What stood in a form's control before anybody touched it. */
const before = new Map<Control, string>()
const touched = new Set<Control>()
const submitted = new Set<HTMLFormElement>()
let underWay = 0
/** One for each page that has something entered outside of forms. */
const held = new Set<object>()

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement

const stateOf = (control: Control) =>
  control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type)
    ? String(control.checked)
    : control.value

function seen({ target }: Event) {
  if (isControl(target) && target.form && !touched.has(target)) before.set(target, stateOf(target))
}

function changed({ target }: Event) {
  if (isControl(target) && target.form) touched.add(target)
}

function sent({ target }: Event) {
  if (target instanceof HTMLFormElement) submitted.add(target)
}

/** What stands in a form that has been taken is saved, though it still stands there. */
function taken() {
  for (const control of touched) if (control.form && submitted.has(control.form)) touched.delete(control)
  submitted.clear()
}

/** Notices what is typed into forms. To be called once. */
export function watchForms() {
  document.addEventListener('focusin', seen)
  document.addEventListener('input', changed)
  document.addEventListener('submit', sent)
}

/** Says that something has been entered which is in no form. Returns how to let go of it. */
export function holdUnsaved() {
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
 * Whether a reload would lose something: what is typed into a form and not sent, what else a page holds, a question
 * that is being asked, a change that is on its way to the server.
 */
export const isUnsaved = () =>
  underWay > 0 ||
  held.size > 0 ||
  document.querySelector('dialog[open]') !== null ||
  [...touched].some(isTyped)

/** Counts a change as long as it is on its way; once it was taken, the form it came from is saved. */
export async function saving<T extends { readonly ok: boolean }>(work: Promise<T>): Promise<T> {
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

import { language, text } from './texts.js'

export const units = {
  pv_w: 'W',
  load_w: 'W',
  battery_w: 'W',
  grid_w: 'W',
  output_w: 'W',
  grid_v: 'V',
  soc: '%',
}

export const number = (value, digits) =>
  new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
    .format(value)
    .replace('-', '\u2212')
export const quantity = (name, value) => `${number(value, name === 'grid_v' ? 1 : 0)}\u00a0${units[name]}`

export const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}
export const button = (textContent, onClick) => {
  const made = element('button', { type: 'button', textContent })
  made.addEventListener('click', onClick)
  return made
}

const notice = document.querySelector('#notice')
export const say = (words) => {
  if (notice.textContent !== words) notice.textContent = words
}

/** Posts to the simulator, then refreshes what shows it. */
export async function post(path, body) {
  const answer = await fetch(`/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)
  await refreshed()
  const refusals = { 409: text.refused, 400: text.notUnderstood }
  say(refusals[answer?.status] ?? '')
}
let refreshed = async () => undefined
/** Sets what to run after every change. */
export const onChange = (refresh) => {
  refreshed = refresh
}

/** A field with its label; `name` is unique in its form. */
export function field(form, id, label, properties) {
  const input = element('input', { id: `${id}-${properties.name}`, ...properties })
  form.append(element('label', { htmlFor: input.id, textContent: label }), input)
  return input
}
/** Sends a form without leaving the page. */
export function onSubmit(form, send) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send()
  })
}
export const submit = (textContent) => element('button', { type: 'submit', textContent })
/** A collapsible part of a unit's panel. */
export const drawer = (name, summary, ...children) => {
  const made = element('details', {}, element('summary', { textContent: summary }), ...children)
  made.dataset.drawer = name
  return made
}

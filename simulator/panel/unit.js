import { button, drawer, element, post, quantity, units } from './elements.js'
import { faults, showFirmware } from './firmware.js'
import { answering, holding, otherMessages, scenarioButtons, telling } from './forms.js'
import { text } from './texts.js'

const switches = ['switch', 'power', 'cable', 'display', 'silence']

function flagButton(sn, { code, display }) {
  const made = button(display, () =>
    post(`units/${sn}/messages`, { code, raised: made.getAttribute('aria-pressed') !== 'true' }),
  )
  made.dataset.code = code
  return made
}

/** Fills in a unit's sticker. */
function label(sticker, { sn, code }) {
  for (const [name, value] of Object.entries({ sn, code }))
    sticker.append(
      element('dt', { textContent: text[name] }),
      element('dd', { textContent: value, translate: false }),
    )
}

/** Builds the front panel of one unit: its element, and the function that updates it. */
export function unitPanel({ sn, phase, code, fresh }, catalogue) {
  const article = document.querySelector('#unit').content.cloneNode(true).firstElementChild
  const part = (selector) => article.querySelector(selector)
  const send = (act, body) => post(`units/${sn}/${act}`, body)
  const turn = (act) => part(`[data-act=${act}]`).getAttribute('aria-checked') !== 'true'
  const acts = {
    switch: () => send('switch', { on: turn('switch') }),
    power: () => send('power', { on: turn('power') }),
    cable: () => send('cable', { plugged: turn('cable') }),
    display: () => send('display', { mode: turn('display') ? 'update' : 'normal' }),
    silence: () => send('silence', { silent: turn('silence') }),
  }
  article.setAttribute('aria-label', `L${phase}, ${sn}`)
  part('h2').textContent = `L${phase} · ${sn}`
  part('legend').textContent = text.messages
  part('meter').setAttribute('aria-label', text.values.soc)
  for (const act of switches) {
    part(`[data-act=${act}] span`).textContent = text[act]
    part(`[data-act=${act}]`).addEventListener('click', acts[act])
  }
  part('[data-act=publish]').textContent = text.publish
  part('[data-act=publish]').addEventListener('click', () => send('publish', {}))
  for (const name of Object.keys(units)) {
    const value = element('dd')
    value.dataset.name = name
    part('.values').append(element('dt', { textContent: text.values[name] }), value)
  }
  part('fieldset').append(...catalogue.flags.map((flag) => flagButton(sn, flag)))
  const scenarios = element('div', { className: 'choices' }, ...scenarioButtons(catalogue.scenarios, [sn]))
  const drawers = [
    otherMessages(sn, catalogue.flags),
    { part: drawer('scenarios', text.scenarios, scenarios), show: () => undefined },
    holding(sn),
    answering(sn, catalogue.manners),
    telling(sn),
    faults(sn),
  ]
  article.append(
    ...drawers.map((own) => own.part),
    button(text.reset, () => post('reset', { units: [sn] })),
  )
  const sticker = part('.sticker')
  sticker.hidden = code === null
  label(sticker, { sn, code })
  if (!fresh && code !== null) article.append(drawer('label', text.sticker, sticker))
  return {
    article,
    show(unit) {
      show(article, unit)
      showFirmware(article, unit)
      for (const own of drawers) own.show(unit)
    },
  }
}

function awayOf({ powered, online, silent }) {
  if (!powered) return text.unpowered
  if (!online) return text.offline
  return silent ? text.silent : null
}

function shownBy({ powered, state, messages }) {
  if (!powered) return ''
  return state.display === 'update' ? 'UPDATE' : messages.map(({ display }) => display).join('  ')
}

function show(article, unit) {
  const part = (selector) => article.querySelector(selector)
  const { state, reading } = unit
  const status = part('.status')
  status.dataset.status = state.status
  status.dataset.online = unit.online && !unit.silent
  const away = awayOf(unit)
  status.textContent = [text.status[state.status], away].filter(Boolean).join(' · ')
  part('.shown').textContent = shownBy(unit)
  part('.screen').dataset.powered = unit.powered
  part('meter').value = reading.soc
  part('.charge strong').textContent = quantity('soc', reading.soc)
  part('.battery').textContent = text.battery[state.battery_status]
  part('[data-act=switch]').setAttribute('aria-checked', unit.mainSwitch)
  part('[data-act=power]').setAttribute('aria-checked', unit.powered)
  part('[data-act=cable]').setAttribute('aria-checked', unit.plugged)
  part('[data-act=display]').setAttribute('aria-checked', state.display === 'update')
  part('[data-act=display]').disabled = unit.mainSwitch
  part('[data-act=silence]').setAttribute('aria-checked', unit.silent)
  part('.backlog span').textContent = text.backlog(unit.held)
  for (const value of article.querySelectorAll('.values dd[data-name]'))
    value.textContent = quantity(value.dataset.name, reading[value.dataset.name])
  for (const made of article.querySelectorAll('fieldset button')) {
    const { code } = made.dataset
    made.setAttribute('aria-pressed', unit.raised.includes(code))
    made.dataset.standing = unit.messages.some((message) => message.code === code)
  }
}

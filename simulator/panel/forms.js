import { button, drawer, element, field, number, onSubmit, post, submit, units } from './elements.js'
import { text } from './texts.js'

const held = ['pv_w', 'load_w', 'battery_w', 'soc', 'grid_v']
const form = () => element('form')
const to = (sn, act, body) => post(`units/${sn}/${act}`, body)

/** Buttons that set the values of a scenario; `sns` undefined = for the whole house. */
export const scenarioButtons = (names, sns) =>
  names.map((name) => button(text.scenario[name], () => post('scenario', { name, units: sns })))

/** Values left empty are released. */
export function holding(sn) {
  const own = form()
  const inputs = held.map((name) =>
    field(own, `hold-${sn}`, `${text.values[name]} (${units[name]})`, { name, type: 'number', step: 'any' }),
  )
  const send = () =>
    to(
      sn,
      'hold',
      Object.fromEntries(inputs.map(({ name, value }) => [name, value === '' ? null : Number(value)])),
    )
  const release = button(text.release, () => {
    own.reset()
    send()
  })
  own.append(release, submit(text.apply))
  onSubmit(own, send)
  const show = ({ hold }) => {
    for (const input of inputs) input.placeholder = hold[input.name] ?? ''
  }
  return { part: drawer('hold', text.hold, own), show }
}

/** Unknown codes and battery errors; active ones are buttons that resolve them. */
export function otherMessages(sn, flags) {
  const codes = form()
  const code = field(codes, `code-${sn}`, text.unknownCode, { name: 'code', maxLength: 40, required: true })
  codes.append(submit(text.raise))
  onSubmit(codes, () => to(sn, 'messages', { code: code.value, raised: true }))
  const errors = form()
  const error = { name: 'error', type: 'number', min: 0, max: 1e9, step: 1, required: true }
  const number = field(errors, `error-${sn}`, text.errorCode, error)
  const undated = element('input', { type: 'checkbox', name: 'undated' })
  errors.append(element('label', { className: 'check' }, undated, text.undated), submit(text.raise))
  onSubmit(errors, () =>
    to(sn, 'errors', { code: Number(number.value), raised: true, dated: !undated.checked }),
  )
  const standing = element('div', { className: 'choices' })
  const resolve = (name, act, named) => {
    const made = button(`${name} ×`, () => to(sn, act, { code: named, raised: false }))
    made.setAttribute('aria-label', `${text.resolve}: ${name}`)
    return made
  }
  const show = ({ raised, state }) => {
    const unknown = raised.filter((name) => !flags.some((flag) => flag.code === name))
    const now = JSON.stringify([unknown, state.errors])
    if (standing.dataset.shown === now) return
    standing.dataset.shown = now
    standing.replaceChildren(
      ...unknown.map((name) => resolve(name, 'messages', name)),
      ...state.errors.map((entry) => resolve(String(entry.code), 'errors', entry.code)),
    )
  }
  return { part: drawer('other', text.other, codes, errors, standing), show }
}

export function answering(sn, manners) {
  const own = form()
  const options = manners.map((value) => element('option', { value, textContent: text.manners[value] }))
  const manner = element('select', { id: `manner-${sn}`, name: 'manner' }, ...options)
  own.append(element('label', { htmlFor: manner.id, textContent: text.manner }), manner)
  const reason = field(own, `answer-${sn}`, text.reason, { name: 'reason', maxLength: 200 })
  const send = () => to(sn, 'answers', { manner: manner.value, reason: reason.value || undefined })
  manner.addEventListener('change', send)
  reason.addEventListener('change', send)
  onSubmit(own, send)
  const show = (unit) => {
    if (document.activeElement !== manner) manner.value = unit.answering.manner
    if (document.activeElement !== reason) reason.value = unit.answering.reason
    reason.disabled = manner.value !== 'refuses'
  }
  return { part: drawer('answers', text.answers, own), show }
}

export function telling(sn) {
  const calibration = form()
  const days = field(calibration, `calibration-${sn}`, text.days, {
    ...{ name: 'days', type: 'number', min: 0, max: 10_000, step: 1 },
  })
  const sendDays = () => to(sn, 'calibration', { days: days.value === '' ? null : Number(days.value) })
  calibration.append(
    button(text.release, () => {
      calibration.reset()
      sendDays()
    }),
    submit(text.apply),
  )
  onSubmit(calibration, sendDays)

  let standing = []
  const sensors = form()
  const name = field(sensors, `sensor-${sn}`, text.sensor, { name: 'name', maxLength: 40, required: true })
  const value = field(sensors, `sensor-${sn}`, text.sensorValue, {
    ...{ name: 'value', type: 'number', step: 'any', required: true },
  })
  const unit = field(sensors, `sensor-${sn}`, text.sensorUnit, { name: 'unit', maxLength: 10, value: '°C' })
  sensors.append(
    button(text.release, () => to(sn, 'sensors', { sensors: null })),
    submit(text.apply),
  )
  onSubmit(sensors, () => {
    const added = { name: name.value, value: Number(value.value), unit: unit.value }
    const others = standing.filter((sensor) => sensor.name !== added.name)
    to(sn, 'sensors', { sensors: [...others, added] })
  })
  const values = element('dl', { className: 'values' })
  const show = ({ state, set }) => {
    standing = state.sensors
    days.placeholder = set.calibration_days ?? state.calibration_days
    values.replaceChildren(
      ...standing.flatMap((sensor) => [
        element('dt', { textContent: sensor.name }),
        element('dd', { textContent: `${number(sensor.value, 1)}\u00a0${sensor.unit}` }),
      ]),
    )
  }
  return { part: drawer('told', text.told, calibration, sensors, values), show }
}

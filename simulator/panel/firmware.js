import { button, drawer, element, field, number, onSubmit, post, submit } from './elements.js'
import { text } from './texts.js'

const CHARGED = 60
const chip = (name) => text.chips[name] ?? name

/** Describes the current update, or the outcome of the last one. */
function stepOf({ progress, last, cut }) {
  const cutWords = cut ? [text.lineCut] : []
  if (progress) {
    const { phase, downloaded, installed } = progress
    const percent = number(phase === 'installing' ? installed : downloaded, 0)
    return [`${chip(progress.chip)} ${progress.version} ${text.phases[phase](percent)}`, ...cutWords].join(
      '. ',
    )
  }
  const name = last && [chip(last.chip), last.version].filter(Boolean).join(' ')
  return [...(last ? [`${name} ${text.outcomes[last.outcome]}`] : []), ...cutWords].join('. ')
}

/** Shows the versions of a unit's chips, and the progress of their update. */
export function showFirmware(article, { firmware }) {
  const part = (selector) => article.querySelector(`.firmware ${selector}`)
  const { versions, progress } = firmware
  part('h3').textContent = text.firmware
  const now = JSON.stringify(versions)
  if (part('.versions').dataset.shown !== now) {
    part('.versions').dataset.shown = now
    const rows = Object.entries(versions).flatMap(([name, version]) => [
      element('dt', { textContent: chip(name) }),
      element('dd', { textContent: version }),
    ])
    part('.versions').replaceChildren(...rows)
  }
  part('.step').textContent = stepOf(firmware)
  const bar = part('progress')
  bar.hidden = progress === null
  bar.setAttribute('aria-label', text.firmware)
  if (progress) bar.value = progress.phase === 'installing' ? progress.installed : progress.downloaded
}

/** Builds the controls that inject faults into an update. */
export function faults(sn) {
  const send = (body) => post(`units/${sn}/faults`, body)
  const cutting = element('form')
  const percent = field(cutting, `cut-${sn}`, text.cutPercent, {
    ...{ name: 'percent', type: 'number', min: 0, max: 100, step: 'any', required: true, value: 50 },
  })
  const resume = field(cutting, `cut-${sn}`, text.cutResume, {
    ...{ name: 'resume', type: 'number', min: 0, max: 86_400, step: 'any', value: 10 },
  })
  cutting.append(
    button(text.mend, () => send({ cut: null })),
    submit(text.cut),
  )
  onSubmit(cutting, () => {
    const resumeS = resume.value === '' ? null : Number(resume.value)
    return send({ cut: { percent: Number(percent.value), resumeS } })
  })
  const toggle = (name) => {
    const made = button(text[name], () => send({ [name]: made.getAttribute('aria-pressed') !== 'true' }))
    return made
  }
  const toggles = { failsInstallation: toggle('failsInstallation'), lies: toggle('lies') }
  const charge = button(text.charge, () => post(`units/${sn}/hold`, { soc: CHARGED }))
  const choices = element('div', { className: 'choices' }, ...Object.values(toggles), charge)
  const show = ({ firmware, mainSwitch }) => {
    for (const [name, made] of Object.entries(toggles))
      made.setAttribute('aria-pressed', firmware.faults[name])
    const { cut } = firmware.faults
    cutting.querySelector('[type=submit]').setAttribute('aria-pressed', cut !== null)
    charge.disabled = !mainSwitch
  }
  return { part: drawer('faults', text.faults, cutting, choices), show }
}

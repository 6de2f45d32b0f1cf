const texts = {
  de: {
    title: 'Speicher im Keller',
    intro:
      'Simulierte Speicher. Hier lässt sich tun, was sonst nur vor dem Gerät geht: schalten, das Netzwerkkabel ziehen, Meldungen auslösen.',
    away: 'Der Simulator antwortet nicht.',
    empty: 'Noch kein Speicher: Der Server richtet sie beim ersten Start ein.',
    refused: 'Der Update-Modus braucht einen ausgeschalteten Hauptschalter.',
    switch: 'Hauptschalter',
    cable: 'Netzwerkkabel',
    display: 'Update-Modus',
    publish: 'Jetzt messen',
    messages: 'Meldungen auslösen',
    hold: 'Werte festhalten',
    apply: 'Festhalten',
    release: 'Loslassen',
    offline: 'ohne Verbindung',
    unclaimed: 'Noch nicht registriert',
    claiming:
      'Frisch ausgepackt: Mit dem Code vom Aufkleber gehört ein Speicher sofort zum Konto; mit der Seriennummer allein, sobald der Hauptschalter danach aus- und wieder eingeschaltet wurde.',
    sn: 'Seriennummer',
    code: 'Registrierungscode',
    backlog: (n) => (n === 1 ? '1 Messwert unbestätigt' : `${n} Messwerte unbestätigt`),
    status: { connected: 'verbunden', standby: 'Standby', on: 'ein', off: 'aus' },
    battery: {
      charging: 'lädt',
      discharging: 'entlädt',
      idle: 'ruht',
      full: 'voll',
      empty: 'leer',
      float: 'Erhaltungsladung',
      calibrating: 'kalibriert',
      stopped: 'angehalten',
      off: 'aus',
    },
    values: {
      pv_w: 'PV-Leistung',
      load_w: 'Verbrauch',
      battery_w: 'Speicherleistung',
      grid_w: 'Netzleistung',
      output_w: 'Gesamtabgabe',
      grid_v: 'Netzspannung',
      soc: 'Ladezustand',
    },
  },
  en: {
    title: 'Storage units in the basement',
    intro:
      'Simulated units. Here you can do what otherwise needs a walk to the cabinet: switch it, pull the network cable, raise messages.',
    away: 'The simulator does not answer.',
    empty: 'No unit yet: the server sets them up at its first start.',
    refused: 'Update mode needs the main switch off.',
    switch: 'Main switch',
    cable: 'Network cable',
    display: 'Update mode',
    publish: 'Measure now',
    messages: 'Raise messages',
    hold: 'Hold values',
    apply: 'Hold',
    release: 'Release',
    offline: 'not connected',
    unclaimed: 'Not registered yet',
    claiming:
      'New from the box: with the code on its sticker a unit belongs to an account at once; with the serial number alone, as soon as the main switch has been turned off and on again.',
    sn: 'Serial number',
    code: 'Registration code',
    backlog: (n) => (n === 1 ? '1 reading unacknowledged' : `${n} readings unacknowledged`),
    status: { connected: 'connected', standby: 'standby', on: 'on', off: 'off' },
    battery: {
      charging: 'charging',
      discharging: 'discharging',
      idle: 'idle',
      full: 'full',
      empty: 'empty',
      float: 'float charge',
      calibrating: 'calibrating',
      stopped: 'stopped',
      off: 'off',
    },
    values: {
      pv_w: 'PV power',
      load_w: 'Consumption',
      battery_w: 'Battery power',
      grid_w: 'Grid power',
      output_w: 'Total output',
      grid_v: 'Grid voltage',
      soc: 'State of charge',
    },
  },
}
const flags = {
  relay: 'Relay!',
  i: 'I!',
  i2: 'I>>',
  i1: 'I>',
  hw: 'HW',
  bat: 'BAT',
  u: 'U',
  sv: 'SV',
  na_schutz: 'NA-Schutz',
  sm1: 'SM1',
  sm2: 'SM2',
  wait60: 'Wait60',
  sm_test: 'SM-Test',
  m: 'M',
  ein: 'Ein',
  aus: 'Aus',
}
const units = { pv_w: 'W', load_w: 'W', battery_w: 'W', grid_w: 'W', output_w: 'W', grid_v: 'V', soc: '%' }
const holds = ['pv_w', 'load_w', 'battery_w', 'soc', 'grid_v']
const REFRESH_MS = 1000

const language = navigator.language.startsWith('de') ? 'de' : 'en'
const text = texts[language]
const number = (value, digits) =>
  new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
    .format(value)
    .replace('-', '\u2212')
const quantity = (name, value) => `${number(value, name === 'grid_v' ? 1 : 0)}\u00a0${units[name]}`

const panels = new Map()
const notice = document.querySelector('#notice')
const unclaimed = document.querySelector('#unclaimed')
const say = (words) => {
  if (notice.textContent !== words) notice.textContent = words
}

async function post(sn, act, body) {
  const answer = await fetch(`/api/units/${sn}/${act}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await refresh()
  if (answer.status === 409) say(text.refused)
}

function element(name, properties) {
  return Object.assign(document.createElement(name), properties)
}

/** The fields to hold values in: what is left empty is let go. */
function holdForm(form, sn) {
  for (const name of holds) {
    const id = `hold-${sn}-${name}`
    form.append(
      element('label', { htmlFor: id, textContent: `${text.values[name]} (${units[name]})` }),
      element('input', { id, name, type: 'number', step: 'any' }),
    )
  }
  const release = element('button', { type: 'button', textContent: text.release })
  form.append(release, element('button', { type: 'submit', textContent: text.apply }))
  const send = () =>
    post(
      sn,
      'hold',
      Object.fromEntries(
        holds.map((name) => [name, form[name].value === '' ? null : Number(form[name].value)]),
      ),
    )
  release.addEventListener('click', () => {
    form.reset()
    send()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send()
  })
}

function flagButton(sn, code, part) {
  const button = element('button', { type: 'button', textContent: flags[code] })
  button.dataset.code = code
  button.addEventListener('click', () =>
    post(sn, 'messages', { code, raised: button.getAttribute('aria-pressed') !== 'true' }),
  )
  part.append(button)
}

/** What is stuck to a unit that is new from the box. */
function label(sticker, { sn, code }) {
  sticker.hidden = false
  for (const [name, value] of Object.entries({ sn, code }))
    sticker.append(
      element('dt', { textContent: text[name] }),
      element('dd', { textContent: value, translate: false }),
    )
}

function build({ sn, phase, code }) {
  const article = document.querySelector('#unit').content.cloneNode(true).firstElementChild
  const part = (selector) => article.querySelector(selector)
  article.setAttribute('aria-label', `L${phase}, ${sn}`)
  part('h2').textContent = `L${phase} · ${sn}`
  part('legend').textContent = text.messages
  part('summary').textContent = text.hold
  part('meter').setAttribute('aria-label', text.values.soc)
  for (const act of ['switch', 'cable', 'display']) part(`[data-act=${act}] span`).textContent = text[act]
  part('[data-act=publish]').textContent = text.publish
  const on = (act) => part(`[data-act=${act}]`).getAttribute('aria-checked') !== 'true'
  part('[data-act=switch]').addEventListener('click', () => post(sn, 'switch', { on: on('switch') }))
  part('[data-act=cable]').addEventListener('click', () => post(sn, 'cable', { plugged: on('cable') }))
  part('[data-act=display]').addEventListener('click', () =>
    post(sn, 'display', { mode: on('display') ? 'update' : 'normal' }),
  )
  part('[data-act=publish]').addEventListener('click', () => post(sn, 'publish', {}))
  for (const name of Object.keys(units)) {
    const value = element('dd')
    value.dataset.name = name
    part('.values').append(element('dt', { textContent: text.values[name] }), value)
  }
  for (const code of Object.keys(flags)) flagButton(sn, code, part('fieldset'))
  holdForm(part('form'), sn)
  if (code !== null) label(part('.sticker'), { sn, code })
  document.querySelector(code === null ? '#units' : '#unclaimed .units').append(article)
  return article
}

function show(article, unit) {
  const part = (selector) => article.querySelector(selector)
  const { state, reading } = unit
  const status = part('.status')
  status.dataset.status = state.status
  status.dataset.online = unit.online
  status.textContent = text.status[state.status] + (unit.online ? '' : ` · ${text.offline}`)
  part('.shown').textContent =
    state.display === 'update' ? 'UPDATE' : unit.messages.map(({ display }) => display).join('  ')
  part('meter').value = reading.soc
  part('.charge strong').textContent = quantity('soc', reading.soc)
  part('.battery').textContent = text.battery[state.battery_status]
  part('[data-act=switch]').setAttribute('aria-checked', unit.mainSwitch)
  part('[data-act=cable]').setAttribute('aria-checked', unit.plugged)
  part('[data-act=display]').setAttribute('aria-checked', state.display === 'update')
  part('[data-act=display]').disabled = unit.mainSwitch
  part('.backlog span').textContent = text.backlog(unit.held)
  for (const value of article.querySelectorAll('.values dd'))
    value.textContent = quantity(value.dataset.name, reading[value.dataset.name])
  for (const button of article.querySelectorAll('fieldset button')) {
    const { code } = button.dataset
    button.setAttribute('aria-pressed', unit.raised.includes(code))
    button.dataset.standing = unit.messages.some((message) => message.code === code)
  }
  for (const name of holds) {
    const input = part(`[name=${name}]`)
    input.placeholder = unit.hold[name] === null ? '' : String(unit.hold[name])
  }
}

async function refresh() {
  const answer = await fetch('/api/units').catch(() => null)
  if (!answer?.ok) {
    say(text.away)
    return
  }
  const found = await answer.json()
  say(found.length === 0 ? text.empty : '')
  for (const unit of found) {
    if (!panels.has(unit.sn)) panels.set(unit.sn, build(unit))
    show(panels.get(unit.sn), unit)
  }
  unclaimed.hidden = found.every(({ code }) => code === null)
  for (const [sn, article] of panels) {
    if (found.some((unit) => unit.sn === sn)) continue
    article.remove()
    panels.delete(sn)
  }
}

async function follow() {
  if (!document.hidden) await refresh()
  setTimeout(follow, REFRESH_MS)
}

document.documentElement.lang = language
document.title = `Kellersonne · ${text.title}`
document.querySelector('h1').textContent = text.title
document.querySelector('#intro').textContent = text.intro
unclaimed.querySelector('h2').textContent = text.unclaimed
unclaimed.querySelector('p').textContent = text.claiming
follow()

import { button, onChange, post, say } from './elements.js'
import { scenarioButtons } from './forms.js'
import { language, text } from './texts.js'
import { unitPanel } from './unit.js'

const REFRESH_MS = 1000

const panels = new Map()
const unclaimed = document.querySelector('#unclaimed')
const house = document.querySelector('#house')
let catalogue = null
let lastWords = ''

const ask = async (path) => {
  const answer = await fetch(`/api/${path}`).catch(() => null)
  return answer?.ok ? answer.json() : null
}

/** The page's controls are known once the simulator has answered. */
async function furnish() {
  catalogue ??= await ask('catalogue')
  if (catalogue === null || house.children.length > 1) return
  house.append(
    ...scenarioButtons(catalogue.scenarios),
    button(text.resetAll, () => post('reset', {})),
  )
}

/** Reports the status if it has changed; the result of an action stays until then. */
function report(words) {
  if (words !== lastWords) say(words)
  lastWords = words
}

async function refresh() {
  await furnish()
  const found = catalogue && (await ask('units'))
  report(found === null ? text.away : found.length === 0 ? text.empty : '')
  if (found === null) return
  for (const unit of found) {
    if (!panels.has(unit.sn)) add(unit)
    panels.get(unit.sn).show(unit)
  }
  unclaimed.hidden = !found.some(({ fresh }) => fresh)
  for (const [sn, { article }] of panels) {
    if (found.some((unit) => unit.sn === sn)) continue
    article.remove()
    panels.delete(sn)
  }
}

function add(unit) {
  const panel = unitPanel(unit, catalogue)
  panels.set(unit.sn, panel)
  document.querySelector(unit.fresh ? '#unclaimed .units' : '#units').append(panel.article)
}

async function follow() {
  if (!document.hidden) await refresh()
  setTimeout(follow, REFRESH_MS)
}

document.documentElement.lang = language
document.title = `Kellersonne · ${text.title}`
document.querySelector('h1').textContent = text.title
document.querySelector('#intro').textContent = text.intro
house.querySelector('legend').textContent = text.houseScenarios
unclaimed.querySelector('h2').textContent = text.unclaimed
unclaimed.querySelector('p').textContent = text.claiming
onChange(refresh)
follow()

const texts = {
  de: {
    title: 'Postfach',
    intro:
      'Hier kommen die Mails dieser Demo an, für wen sie auch sind. Sie stehen nur im Arbeitsspeicher: Wird der Simulator beendet, sind sie weg.',
    empty: 'Noch keine Mail.',
    to: 'An',
    plain: 'Als Text',
    frame: 'Mail',
  },
  en: {
    title: 'Mailbox',
    intro:
      'The mails of this demo arrive here, whoever they are for. They are kept in memory alone: when the simulator ends, they are gone.',
    empty: 'No mail yet.',
    to: 'To',
    plain: 'As text',
    frame: 'Mail',
  },
}
const REFRESH_MS = 2000

const language = navigator.language.startsWith('de') ? 'de' : 'en'
const text = texts[language]
const time = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
})
const part = (name) => document.querySelector(`#mailbox ${name}`)
const shown = new Map()

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

/** Fetched when it is opened. */
async function open(id, body) {
  const answer = await fetch(`/api/mails/${id}`).catch(() => null)
  if (!answer?.ok) return
  const mail = await answer.json()
  const plain = element('pre', { textContent: mail.text })
  if (mail.html === null) {
    body.replaceChildren(plain)
    return
  }
  const frame = element('iframe', { title: `${text.frame}: ${mail.subject}`, src: `/api/mails/${id}/html` })
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
  const alternative = element('details', {}, element('summary', { textContent: text.plain }), plain)
  body.replaceChildren(frame, alternative)
}

function build({ id, at, subject, to }) {
  const body = element('div', { className: 'body' })
  const summary = element(
    'summary',
    {},
    element('strong', { textContent: subject }),
    element('span', { textContent: `${text.to} ${to.join(', ')}` }),
    element('time', { dateTime: at, textContent: time.format(new Date(at)) }),
  )
  const mail = element('details', {}, summary, body)
  mail.addEventListener('toggle', () => {
    if (mail.open && body.childElementCount === 0) open(id, body)
  })
  return element('li', {}, mail)
}

async function refresh() {
  const answer = await fetch('/api/mails').catch(() => null)
  if (!answer?.ok) return
  const mails = await answer.json()
  const ids = new Set(mails.map(({ id }) => id))
  for (const [id, item] of shown) {
    if (ids.has(id)) continue
    item.remove()
    shown.delete(id)
  }
  for (const mail of mails.toReversed()) {
    if (shown.has(mail.id)) continue
    shown.set(mail.id, build(mail))
    part('ol').prepend(shown.get(mail.id))
  }
  part('.empty').hidden = mails.length > 0
}

async function follow() {
  if (!document.hidden) await refresh()
  setTimeout(follow, REFRESH_MS)
}

part('h2').textContent = text.title
part('.intro').textContent = text.intro
part('.empty').textContent = text.empty
follow()

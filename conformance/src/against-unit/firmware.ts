import type { KeyObject } from 'node:crypto'
import type { Feedback } from '@kellersonne/contract/firmware/ddi'
import { Untried, Wrong } from '../report.ts'
import { when } from '../watch.ts'
import type { Bench } from './bench.ts'
import { faulty, genuine, type Image } from './offer.ts'
import type { Story, TestUpdateService } from './update-service.ts'

type Status = Feedback['status']
/** The update to try, signed by a key that the unit trusts; null = none was given. */
export type Update = { readonly image: Image; readonly key: KeyObject } | null

const isFinal = ({ execution }: Status) => ['closed', 'rejected', 'canceled'].includes(execution)
const isSuccess = ({ execution, result }: Status) => execution === 'closed' && result.finished === 'success'
const isInstalled = ({ details }: Status) =>
  details.some((line) => /^(?:All Chunks Installed\.|100% )/.test(line))

const POLL = 'firmware.md#poll'
const MODE = 'firmware.md#update-mode'

/** Offers updates, bad ones and a good one, and judges what the unit makes of them. */
export async function firmwareSteps(bench: Bench, service: TestUpdateService, update: Update) {
  const { steps, watch, received, hands, handsMs } = bench
  const polls = await steps.step(POLL, 'polls with its secret', async (signal) => {
    await watch
      .until('a poll', () => when(service.polls() > 0), signal)
      .catch(() => {
        throw new Untried('it does not poll: does it know this address?')
      })
    return undefined
  })
  if (!polls) return
  await steps.step(
    'firmware.md#attributes',
    'sends its attributes when they are requested',
    async (signal) => {
      await watch.until('PUT configData', () => when(service.hasAttributes()), signal)
      return undefined
    },
  )
  if (!hands || !update) {
    const why = hands
      ? 'there is no image with a key (--image, --signing-key)'
      : 'nobody can use its switch (--hands)'
    await steps.untried(MODE, 'installs an update in update mode', why)
    return
  }
  const inMode = await steps.step(
    MODE,
    'shows update mode as soon as its switch is off',
    async (signal) => {
      hands('switch_off')
      await watch.until(
        'a state with off and update',
        () => received.states().findLast(({ state }) => state.status === 'off' && state.display === 'update'),
        signal,
      )
      return undefined
    },
    handsMs,
  )
  if (!inMode) return
  await steps.step('firmware.md#calls', 'asks again after 503', async (signal) => {
    service.fail(2)
    const before = service.polls()
    await watch.until('a poll', () => when(service.polls() > before), signal)
    return undefined
  })
  await refusals(bench, service, update)
  await installation(bench, service, update)
}

async function refusals(
  { steps, watch }: Bench,
  service: TestUpdateService,
  { image, key }: NonNullable<Update>,
) {
  for (const { what, offer } of faulty(image, key)) {
    await steps.step('firmware.md#keys', `refuses an image ${what}`, async (signal) => {
      const story = service.offer(offer)
      const final = await watch.until(
        'a final report',
        () => story.reports.find((one) => isFinal(one) || isInstalled(one)),
        signal,
      )
      if (isSuccess(final) || isInstalled(final)) throw new Wrong('it was installed')
      return final.details.join(' ')
    })
    service.withdraw()
  }
}

/** Judges the order of the reports until the unit waits to be switched on. */
function judge({ reports, fetched }: Story) {
  if (!fetched) throw new Wrong('it never read the deployment')
  const first = reports.find((one) => isInstalled(one) || isFinal(one))
  const early = first && isFinal(first) ? first : null
  if (early) throw new Wrong(`${early.execution} before it was installed: ${early.details.join(' ')}`)
  if (!reports.some(({ execution }) => execution === 'proceeding')) throw new Wrong('no report before')
}

async function installation(
  { steps, watch, received, hands, handsMs }: Bench,
  service: TestUpdateService,
  { image, key }: NonNullable<Update>,
) {
  const story = service.offer(genuine(image, key))
  const installed = await steps.step(
    'firmware.md#feedback',
    'downloads, installs and reports an update in order',
    async (signal) => {
      await watch.until(
        'All Chunks Installed.',
        () => when(story.reports.some((one) => isInstalled(one) || isFinal(one))),
        signal,
      )
      judge(story)
      return undefined
    },
    handsMs,
  )
  await steps.step('firmware.md#download', 'resumes a download that broke', async () => {
    const starts = story.ranges.map((range) => Number(/^bytes=(\d+)/.exec(range ?? '')?.[1] ?? 0))
    if (starts.length < 2) throw new Wrong('it did not ask again')
    if (!starts.slice(1).some((start) => start > 0)) throw new Wrong('it began anew')
    return undefined
  })
  if (!installed) return
  await steps.step(
    'firmware.md#update-mode',
    'reports success once it was switched on, and runs the new version',
    async (signal) => {
      if (story.reports.some(isFinal)) throw new Wrong('it reported before it was switched on')
      hands?.('switch_on')
      const final = await watch.until('a final report', () => story.reports.find(isFinal), signal)
      if (!isSuccess(final)) throw new Wrong(`${final.execution}: ${final.details.join(' ')}`)
      await watch.until(
        `a state with ${image.chip} ${image.version}`,
        () => received.states().findLast(({ state }) => state.versions?.[image.chip] === image.version),
        signal,
      )
      return undefined
    },
    handsMs,
  )
}

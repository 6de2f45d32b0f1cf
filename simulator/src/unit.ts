import { join } from 'node:path'
import { type Flag, flags } from '@kellersonne/core/messages'
import type { SerialNumber } from '@kellersonne/core/systems'
import { openBacklog } from './backlog.ts'
import { everyBeat } from './beat.ts'
import { openBoard } from './board.ts'
import { hear } from './commands.ts'
import { SWITCHED_ON, setFlag, settle, standing, switchMain, type Turn, works } from './condition.ts'
import type { Phase } from './house.ts'
import { recall, remember } from './memory.ts'
import { openMeter } from './meter.ts'
import { FREE, type Hold, installed, type Sample, type Site, STORAGE } from './plant.ts'
import { outcomeLetter, stateLetter, toEntry, toState } from './words.ts'

export type UnitSettings = {
  readonly sn: SerialNumber
  readonly phase: Phase
  readonly secret: string
  /** The registration code on its sticker; null where there is none. */
  readonly code: string | null
  readonly brokerUrl: string
  /** An existing folder. */
  readonly stateDir: string
  readonly intervalMs: number
  /** How far back a unit fills in what it measured while it was not running; 0 = nothing. */
  readonly historyDays: number
}
/** `jitter` in [0, 1). */
export type UnitDeps = {
  readonly site: Site
  readonly now: () => Date
  readonly jitter: () => number
  /** Hears of what fails at a beat: a full disk must not end all units. */
  readonly onFault: (sentence: string) => void
}

const DAY = 86_400_000
const STATE_MS = 5 * 60_000
/** Switched off it measures nothing: its states are then all that tells it is there. */
const STATE_WHEN_OFF_MS = 60_000
const THIN_MS = 3_600_000
const TICK_MS = 1000

/** A storage unit that runs until it is closed. Throws where its state cannot be read or written. */
export function startUnit(settings: UnitSettings, { site, now, jitter, onFault }: UnitDeps) {
  const { sn, phase, intervalMs } = settings
  const clock = () => now().getTime()
  const path = join(settings.stateDir, sn)
  const memory = recall(`${path}.json`)
  const known = memory?.plant ?? installed(phase, clock() - settings.historyDays * DAY)
  const plant = { site, phase, battery: STORAGE }
  let condition = memory?.condition ?? SWITCHED_ON
  let hold: Hold = FREE
  const done = { state: 0, reading: 0, thinning: clock() }
  let said = ''
  let closing: Promise<void> | undefined

  const backlog = openBacklog(`${path}.backlog`, memory ? known.at : 0)
  const keep = (samples: readonly Sample[]) => condition.mainSwitch && backlog.add(samples.map(toEntry))
  const meter = openMeter({ ...settings, plant, known, works: works(condition) }, clock(), keep)
  const currentState = () => toState(condition, meter.state(), meter.sample(), STORAGE.capacity)
  const board = openBoard({
    ...settings,
    jitter,
    backlog,
    letters: memory?.letters ?? [],
    greeting: () => stateLetter(sn, currentState(), clock()),
    onCommand: obeyed,
  })

  function sayChanges() {
    const state = currentState()
    if (JSON.stringify(state) === said) return
    said = JSON.stringify(state)
    done.state = clock()
    board.say([stateLetter(sn, state, done.state)])
  }
  const save = () =>
    remember(`${path}.json`, { plant: meter.state(), condition, letters: [...board.letters()] })
  /** Written down before it is sent, so that what has been sent is never measured anew. */
  function measure() {
    done.reading = clock()
    const sample = meter.measure(done.reading, { works: works(condition), hold })
    keep([sample])
    sayChanges()
    save()
    board.post()
  }
  function change(turn: Turn) {
    condition = turn.condition
    board.say(turn.outcomes.map((outcome) => outcomeLetter(sn, outcome)))
    measure()
  }
  function obeyed(payload: string) {
    const { calibrates, ...turn } = hear(condition, payload, clock())
    if (calibrates) meter.calibrate()
    if (turn.outcomes.length > 0) change(turn)
  }
  function tick() {
    const at = clock()
    const turn = settle(condition, at)
    if (turn.condition !== condition) change(turn)
    else if (Math.floor(at / intervalMs) !== Math.floor(done.reading / intervalMs)) measure()
    if (at - done.state >= (works(condition) ? STATE_MS : STATE_WHEN_OFF_MS)) {
      done.state = at
      board.mention(stateLetter(sn, currentState(), at))
    }
    if (at - done.thinning >= THIN_MS) {
      done.thinning = at
      backlog.thin(at)
    }
  }
  async function end() {
    stop()
    await board.close()
    save()
  }
  const stop = everyBeat(Math.min(TICK_MS, intervalMs), clock, () => {
    try {
      tick()
    } catch (error) {
      onFault(`Unit ${sn}: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
  measure()

  return {
    sn,
    phase,
    secret: settings.secret,
    code: settings.code,
    /** Measures, keeps and sends a reading now. */
    publish: measure,
    /** The switch on the cabinet. */
    switchMain: (on: boolean) => change(switchMain(condition, on, clock())),
    /** What the display shows. false where it cannot: update mode needs the main switch off. */
    show(display: 'normal' | 'update') {
      if (display === 'update' && condition.mainSwitch) return false
      change({ condition: { ...condition, display }, outcomes: [] })
      return true
    },
    setFlag: (flag: Flag, raised: boolean) =>
      change({ condition: setFlag(condition, flag, raised, clock()), outcomes: [] }),
    /** The network cable; measuring goes on without it. */
    plug: (plugged: boolean) => board.plug(plugged),
    /** Holds values in place of what is measured, null lets go, and measures at once. */
    hold(values: Partial<Hold>) {
      hold = { ...hold, ...values }
      measure()
    },
    /** How the unit stands right now. */
    view: () => ({
      sn,
      phase,
      code: settings.code,
      online: board.up(),
      plugged: board.plugged(),
      mainSwitch: condition.mainSwitch,
      held: backlog.held(),
      hold,
      sample: meter.sample(),
      state: currentState(),
      messages: standing(condition).map((code) => ({ code, display: flags[code].display })),
      raised: condition.raised,
    }),
    /** Says goodbye and writes everything down; called again it waits for the same. */
    close() {
      closing ??= end()
      return closing
    },
  }
}
export type Unit = ReturnType<typeof startUnit>

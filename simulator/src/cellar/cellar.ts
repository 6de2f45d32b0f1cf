import { join } from 'node:path'
import { readIfThere, replaceFile } from '@kellersonne/device-kit/durable'
import * as z from 'zod/mini'
import { advance, initialPlant, type Plant, type PlantState, type Sample } from '../plant/plant.ts'

const STEP_MS = 1000
const SAVE_MS = 60_000
const energy = z.number().check(z.minimum(0))
const saved = z.object({
  at: z.number(),
  battery: z.object({ energy, calibratedAt: z.number() }),
  energies: z.object({ pv: energy, import: energy, feedIn: energy, charge: energy, discharge: energy }),
})

/** What the devices in the cellar measure now. */
export type Cellar = { readonly now: () => Sample; readonly close: () => void }

/** Its state when it was last saved; while it was not running, the plant went on. */
function stateIn(path: string, plant: Plant, now: number): PlantState {
  try {
    const { at, battery, energies } = saved.parse(JSON.parse(readIfThere(path) ?? ''))
    return { at: Math.min(at, now), battery: { ...battery, task: 'ready' }, energies }
  } catch {
    return initialPlant(plant.phase, now)
  }
}

/** Runs a plant in real time, whose counters outlive a restart. `onStep` is called with each new sample. */
export function openCellar(folder: string, plant: Plant, onStep: (sample: Sample) => void): Cellar {
  const path = join(folder, 'cellar.json')
  let state = stateIn(path, plant, Date.now() - STEP_MS)
  let sample: Sample
  function step() {
    const moved = advance(plant, state, Math.max(state.at + 1, Date.now()))
    state = moved.state
    sample = moved.sample
    onStep(sample)
  }
  const save = () => replaceFile(path, JSON.stringify(state))
  step()
  const timers = [setInterval(step, STEP_MS), setInterval(save, SAVE_MS)]
  return {
    now: () => sample,
    close() {
      for (const timer of timers) clearInterval(timer)
      save()
    },
  }
}

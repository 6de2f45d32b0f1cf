import styles from '../ChartsPage.module.css'
import type { System } from '../model/selection.ts'
import type { Shown } from '../model/useGraph.ts'
import { useForecastNotes } from './useForecastNotes.ts'

/** What is said of the forecasts shown, below the chart. */
export const ForecastNotes = ({ shown, system }: { shown: Shown; system: System }) =>
  useForecastNotes(shown, system).map((note) => (
    <p key={note} className={styles.imported}>
      {note}
    </p>
  ))

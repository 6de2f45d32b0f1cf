import { useId } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import type { SidebarColour } from '../../../platform/preferences.ts'
import '../../../ui/styles/palette.css'
import styles from './Swatches.module.css'

type Props<C extends SidebarColour> = {
  label: string
  /** Colours for a background, or for a title on it. */
  kind: 'ground' | 'title'
  colours: readonly C[]
  value: C
  choose: (colour: C) => void
}

/** A choice of one among a few named colours. */
export function Swatches<C extends SidebarColour>({ label, kind, colours, value, choose }: Props<C>) {
  const { t } = useTranslation('shell')
  const group = useId()
  const nameOf = (colour: SidebarColour) => t(`sidebar.colours.${colour}`)
  return (
    <fieldset className={styles.swatches}>
      <legend>{label}</legend>
      {colours.map((colour) => (
        <label key={colour} className={styles.swatch}>
          <input
            type="radio"
            className="visually-hidden"
            name={group}
            checked={colour === value}
            onChange={() => choose(colour)}
          />
          <span
            className={`side-palette ${styles.colour}`}
            data-kind={kind}
            {...{ [`data-${kind}`]: colour }}
            aria-hidden
          />
          {nameOf(colour)}
        </label>
      ))}
    </fieldset>
  )
}

import type { WeatherSource } from '@kellersonne/contract/energy/weather-source'
import styles from './Attribution.module.css'

const Named = ({ name, url }: { name: string; url: string | null }) =>
  url === null ? (
    name
  ) : (
    <a href={url} rel="noreferrer" target="_blank" className={styles.link}>
      {name}
    </a>
  )

/** Who forecasts the weather, and under which licence or terms; `label` says that these are its data. */
export const Attribution = ({ source, label }: { source: WeatherSource; label: string }) => (
  <p className={styles.source}>
    {label}
    <Named name={source.name} url={source.url} />
    {source.licence && (
      <>
        , <Named name={source.licence.name} url={source.licence.url} />
      </>
    )}
  </p>
)

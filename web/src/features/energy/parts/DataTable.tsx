import styles from './DataTable.module.css'

type Props = {
  /** What opens it. */
  summary: string
  caption: string
  columns: readonly string[]
  /** Their first cells name them, each another. */
  rows: readonly (readonly [string, ...string[]])[]
}

/** The numbers behind a picture, to open. */
export const DataTable = ({ summary, caption, columns, rows }: Props) => (
  <details className={styles.details}>
    <summary>{summary}</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
    <div className={styles.scroll} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, i) => (
                <td key={columns[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)

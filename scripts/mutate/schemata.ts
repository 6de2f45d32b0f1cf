import type { Mutant } from './mutants.ts'
import { parse, walk } from './syntax.ts'

/** A mutant and the number that switches it on. */
export type Numbered = Mutant & { readonly id: number }

/** Returns the starts of statements that a leading parenthesis would turn into arguments of the previous line. */
function statementsOf(file: string, source: string): Set<number> {
  const starts = new Set<number>()
  walk(parse(file, source), (node) => {
    if ((node.type === 'BlockStatement' || node.type === 'Program') && node.body.length > 0)
      for (const { type, start } of node.body) if (type === 'ExpressionStatement') starts.add(start)
    return true
  })
  return starts
}

/** Returns the source with all mutants, each behind a switch: `mutant(17) ? mutated : original`. */
export function withSwitches(file: string, source: string, mutants: readonly Numbered[]): string {
  const statements = statementsOf(file, source)
  const groups = [...Map.groupBy(mutants, ({ anchor }) => `${anchor.start} ${anchor.end}`).values()]
    .flatMap((group) => (group[0] ? [{ ...group[0].anchor, group }] : []))
    .sort((a, b) => a.start - b.start || b.end - a.end)

  function written(from: number, to: number, outer: number): string {
    let at = from
    let text = ''
    for (const { start, end, group } of groups) {
      if (start < at || end > to || (start === from && end === to && outer === start)) continue
      const ways = group.map(
        ({ id, edit }) =>
          `mutant(${id}) ? (${source.slice(start, edit.start)}${edit.text}${source.slice(edit.end, end)}) : `,
      )
      const semicolon = statements.has(start) && start !== outer ? ';' : ''
      text += `${source.slice(at, start)}${semicolon}(${ways.join('')}(${written(start, end, start)}))`
      at = end
    }
    return text + source.slice(at, to)
  }
  return written(0, source.length, -1)
}

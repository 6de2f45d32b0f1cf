import type { Edit } from './syntax.ts'

/** Beginnings of a piece of SQL: a statement, one in parentheses, or a condition that is inserted into another. */
const BEGINS =
  /^\s*((\(\s*)?(select|insert|update|delete|with|merge|where|join|left join|cross join|and|or|order by|case)|\$\{\w+\} (where|left join|join))\s/
const SQL = /\$\d|\$\{|=|\b(from|where|set|values|over|by|null|using)\b/
/** True if a text is SQL or part of it. */
export const isSql = (text: string) => BEGINS.test(text) && SQL.test(text)

const ENDS =
  /\b(group by|order by|limit|offset|for (?:no key )?(?:update|share)|returning|union|except|having|window|where|(?:left |cross |inner )?join|set|then|else|end|case|when|on conflict|do (?:update|nothing)|select)\b|;/g

/** Masks strings, comments and `${…}`, keeping the position of every character. */
function masked(text: string): string {
  let depth = 0
  let quoted = false
  return [...text]
    .map((c, i) => {
      if (depth === 0 && c === "'") quoted = !quoted
      if (quoted || (depth === 0 && c === "'")) return c === "'" ? c : '_'
      if (c === '{' && (depth > 0 || text[i - 1] === '$')) depth += 1
      if (depth === 0) return c
      if (c === '}') depth -= 1
      return '_'
    })
    .join('')
    .replace(/--.*/g, (comment) => ' '.repeat(comment.length))
}

/** Returns the end of the clause that begins at `from`: the closing parenthesis around it, or the next clause. */
function endOf(mask: string, from: number): number {
  let depth = 0
  const ends = new Set([...mask.matchAll(ENDS)].map(({ index }) => index))
  for (let i = from; i < mask.length; i += 1) {
    if (mask[i] === '(') depth += 1
    if (mask[i] === ')') depth -= 1
    if (depth < 0 || (depth === 0 && i > from && ends.has(i))) return i
  }
  return mask.length
}

type Operand = { readonly start: number; readonly end: number; readonly kept: boolean }

/** Returns the operands of a condition. `kept`: joined by `and`, so that true disables one. */
function operandsOf(mask: string, from: number, to: number): Operand[] {
  let depth = 0
  let between = false
  let start = from
  const parts: { start: number; end: number; before: string; after: string }[] = []
  let before = ''
  for (const { 0: token, index } of mask.slice(from, to).matchAll(/[()]|\b(?:and|or|between)\b/g)) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    else if (depth > 0) continue
    else if (token === 'between') between = true
    else if (token === 'and' && between) between = false
    else {
      parts.push({ start, end: from + index, before, after: token })
      start = from + index + token.length
      before = token
    }
  }
  parts.push({ start, end: to, before, after: '' })
  return parts.map(({ start, end, before, after }) => ({
    ...trimmed(mask, start, end),
    kept: before === 'and' || after === 'and' || (before === '' && after === ''),
  }))
}

/** Trims blanks, and a trailing `${…}` that is a clause of its own. */
function trimmed(mask: string, from: number, to: number) {
  const text = mask.slice(from, to)
  const start = from + text.length - text.trimStart().length
  const own = text.trim().replace(/([\w)'])\s+\$_+$/, '$1')
  return { start, end: start + own.length }
}

function conditionsOf(mask: string): Operand[] {
  const clauses = [...mask.matchAll(/\b(where|having|on|when)\s(?!conflict)/g)]
  const fragment = /^\s*(and|or)\s/.exec(mask)
  const groups = [...mask.matchAll(/\((?!\s*(select|with|values|partition|order)\b)/g)]
  return [...clauses, ...(fragment ? [fragment] : []), ...groups].flatMap(({ 0: word, 1: kind, index }) => {
    const from = index + word.length
    const operands = operandsOf(mask, from, endOf(mask, from)).filter(({ start, end }) => end > start)
    // A single join condition is the join itself, and a single operand in parentheses is not a condition.
    return (word === '(' || kind === 'on') && operands.length < 2 ? [] : operands
  })
}

/** Disables a condition but keeps its parameters: PostgreSQL rejects unused ones. */
const withoutCondition = (text: string, mask: string): Edit[] =>
  conditionsOf(mask).map(({ start, end, kept }) => ({
    ...{ start, end },
    text: `(${text.slice(start, end)} ${kept ? 'or true' : 'and false'})`,
  }))

const EXCHANGED = new Map(
  [
    ['<', '<='],
    ['>', '>='],
    ['least', 'greatest'],
    ['min', 'max'],
    ['+', '-'],
  ].flatMap(
    ([a = '', b = '']) =>
      [
        [a, b],
        [b, a],
      ] as const,
  ),
)
const REPLACED = new Map([
  ['<>', '='],
  ['=', '<>'],
  ['not exists', 'exists'],
  ['left join', 'join'],
  ['union all', 'union'],
])

function exchanged(mask: string): Edit[] {
  const edges = mask.matchAll(/(?<![-<>=@#?|!~])(?:<=|>=|<>|<|>)(?![-<>=@|])/g)
  const words = mask.matchAll(
    /\b(?:least|greatest|min|max)(?=\()|\b(?:not exists|left join|union all)\b|(?<=\s)[+-](?=\s)/g,
  )
  const equal = mask.matchAll(/(?<=\b(?:where|and|or|when) [\w.]+ )=(?= (?:'|\d|true|false))/g)
  return [...edges, ...words, ...equal].map(({ 0: word, index }) => ({
    ...{ start: index, end: index + word.length },
    text: EXCHANGED.get(word) ?? REPLACED.get(word) ?? word,
  }))
}

function withoutDistinct(mask: string): Edit[] {
  return [...mask.matchAll(/\bdistinct (on \([^()]*\) )?/g)].map(({ 0: word, index }) => ({
    ...{ start: index, end: index + word.length },
    text: '',
  }))
}

/** Raises a limit by one, except `limit 1` of a query read as one row, where two make no difference. */
function oneMore(text: string, mask: string): Edit[] {
  return [...mask.matchAll(/\blimit (\$\d+|\$_+|\d+)/g)]
    .filter(({ 1: count, index }) => count !== '1' || endOf(mask, index) < mask.trimEnd().length)
    .map(({ 0: word, index }) => ({
      ...{ start: index, end: index + word.length },
      text: `${text.slice(index, index + word.length)} + 1`,
    }))
}

function turnedRound(mask: string): Edit[] {
  return [
    ...mask.matchAll(/\border by ([\w.]+(?:\([\w.]*\))?|\([\w.() ]+\))( desc| asc)?(?=,|\s|\)|$)/g),
  ].map(({ 0: word, 2: way, index }) => {
    const end = index + word.length
    return way === ' desc' ? { start: end - way.length, end, text: '' } : { start: end, end, text: ' desc' }
  })
}

/** Returns the changes of a piece of SQL that a test should catch; offsets are relative to `text`. */
export function sqlEditsOf(text: string): Edit[] {
  const mask = masked(text)
  return [
    ...withoutCondition(text, mask),
    ...exchanged(mask),
    ...withoutDistinct(mask),
    ...oneMore(text, mask),
    ...turnedRound(mask),
  ]
}

/** The only part of Node's types that tests need here: all its globals would shadow the browser's. */
declare module 'node:fs' {
  export function readFileSync(file: URL, encoding: 'utf8'): string
}

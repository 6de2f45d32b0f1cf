import type { Plugin } from 'vite'

const PACKAGE = '@tabler/icons-react'
const IMPORT = /import \{([^{}]*)\} from '@tabler\/icons-react'/g

const direct = (name: string) => `import ${name} from '${PACKAGE}/dist/esm/icons/${name}.mjs'`

/** Keeps the number of lines, so that source maps stay true. */
function importedDirectly(statement: string, list: string) {
  const names = list.split(',').map((name) => name.trim())
  const values = names.filter((name) => name !== '' && !name.startsWith('type '))
  return values.map(direct).join('; ') + '\n'.repeat(statement.split('\n').length - 1)
}

/**
 * Imports each icon from its own module. The package's index names 6000 of them: to read it took half of a build, and to load
 * it most of a second in each worker of the portal's tests.
 */
export const directIcons = (): Plugin => ({
  name: 'direct-icons',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/src\//, code: PACKAGE },
    handler: (code) => ({ code: code.replace(IMPORT, importedDirectly), map: null }),
  },
})

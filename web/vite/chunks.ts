import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup
type Context = Parameters<Exclude<Group['name'], string>>[1]

/**
 * What is opened every day, by who opens it; the owner's own data, of which the dashboard shows the picture once it
 * is idle; what is further down on it, which comes after what is looked at first; charts and calendar; all other
 * pages are about the account.
 */
const everyday = {
  everyone: /\/src\/app\/main\.tsx$/,
  guests: /\/src\/features\/identity\/login\/LoginPage\.tsx$/,
  owners: /\/src\/(?:app\/frame\/MainLayout|features\/live\/DashboardPage)\.tsx$/,
  user: /\/src\/features\/identity\/(?:user\/Avatar\.tsx|api\/language\.ts)$/,
  further: /\/src\/features\/live\/BelowTheFold\.tsx$/,
  charts:
    /\/src\/features\/energy\/(?:charts\/parts\/DayChart|charts\/ChartsPage|calendar\/CalendarPage)\.tsx$/,
} as const
type Audience = keyof typeof everyday
const audiences = Object.keys(everyday) as Audience[]
/** Each comes after the one before it. */
const nested: readonly Audience[] = ['owners', 'further', 'charts']

const first: readonly string[] = ['shared', 'guests', 'owners']

const isOfIcons = (id: string) => id.includes('/@tabler/')
/** Modules that import a module, past those that only hand all icons on. */
function importersOf(id: string, context: Context): readonly string[] {
  const importers = context.getModuleInfo(id)?.importers ?? []
  if (!isOfIcons(id)) return importers
  return importers.flatMap((importer) => (isOfIcons(importer) ? importersOf(importer, context) : [importer]))
}

/** Whether a module imports another one by what that one is called; of all but icons that need not be asked. */
function names(importer: string, id: string, context: Context): boolean {
  const icon = /\/icons\/(Icon\w+)\.mjs$/.exec(id)?.[1]
  return !icon || new RegExp(`\\b${icon}\\b`).test(context.getModuleInfo(importer)?.code ?? '')
}

/** Adds who needs a module from the start: whoever opens a page that imports it, however indirectly. */
function reach(id: string, context: Context, seen: Set<string>, found: Set<Audience>) {
  if (seen.has(id)) return
  seen.add(id)
  for (const audience of audiences) if (everyday[audience].test(id)) found.add(audience)
  const importers = importersOf(id, context).filter((importer) => names(importer, id, context))
  for (const importer of importers) reach(importer, context, seen, found)
}

function chunkOf(id: string, context: Context) {
  const found = new Set<Audience>()
  reach(id, context, new Set(), found)
  // What the page around it needs is there already.
  const [, ...within] = nested.filter((audience) => found.has(audience))
  for (const audience of within) found.delete(audience)
  const [only = 'account', ...others] = found
  if (found.has('everyone')) return 'shared'
  if (others.length === 0) return only
  return found.has('guests') ? 'shared' : 'owners'
}

/**
 * A chunk for what everybody needs, one each for what only guests, owners, the owner's data and the pages
 * about the account share:
 * no page waits for what it has no use for. A chunk takes along what it imports, hence the order.
 */
export const sharedChunks = (test: RegExp): Group[] =>
  ['shared', 'guests', 'owners', 'user', 'further', 'charts', 'account'].map((name) => ({
    name: (id, context) => (chunkOf(id, context) === name ? name : null),
    debugName: name,
    test,
    // What is opened first is one file, whatever else needs parts of it: each file costs a slow phone a way there and back.
    minShareCount: first.includes(name) ? 1 : 2,
  }))

import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup
type Context = Parameters<Exclude<Group['name'], string>>[1]

/**
 * Modules of everyday pages, by audience; of every page, also what watches for it to be printed; the owner's profile, whose
 * picture the dashboard shows once it is idle, with the number of open alerts; the lower part of the dashboard, which loads
 * after the upper one; forecasts and their explanations; charts, sums and calendar. All other pages are about the account.
 */
const everyday = {
  everyone: /\/src\/app\/(?:main\.tsx|frame\/print\/watchPrinting\.ts)$/,
  guests: /\/src\/features\/identity\/login\/LoginPage\.tsx$/,
  owners: /\/src\/(?:app\/frame\/MainLayout|features\/live\/DashboardPage)\.tsx$/,
  user: /\/src\/features\/(?:identity\/(?:user\/Avatar\.tsx|api\/language\.ts)|messages\/alerts\/AlertNews\.tsx)$/,
  further: /\/src\/features\/live\/BelowTheFold\.tsx$/,
  forecast:
    /\/src\/features\/(?:energy\/forecast\/ForecastCard|live\/explain\/(?:Explanation|WeatherDialog))\.tsx$/,
  charts:
    /\/src\/features\/(?:energy\/(?:charts\/parts\/DayChart|charts\/ChartsPage|calendar\/CalendarPage)|live\/periods\/Energies)\.tsx$/,
} as const
type Audience = keyof typeof everyday
const audiences = Object.keys(everyday) as Audience[]
/** Each is loaded after the one before it. */
const nested: readonly Audience[] = ['owners', 'further', 'forecast', 'charts']

const first: readonly string[] = ['shared', 'guests', 'owners']

/** Adds the audiences that need a module from the start: those whose pages import it, directly or indirectly. */
function reach(id: string, context: Context, seen: Set<string>, found: Set<Audience>) {
  if (seen.has(id)) return
  seen.add(id)
  for (const audience of audiences) if (everyday[audience].test(id)) found.add(audience)
  for (const importer of context.getModuleInfo(id)?.importers ?? []) reach(importer, context, seen, found)
}

function chunkOf(id: string, context: Context) {
  const found = new Set<Audience>()
  reach(id, context, new Set(), found)
  // What the enclosing page needs has already been loaded.
  const [, ...within] = nested.filter((audience) => found.has(audience))
  for (const audience of within) found.delete(audience)
  const [only = 'account', ...others] = found
  if (found.has('everyone')) return 'shared'
  if (others.length === 0) return only
  return found.has('guests') ? 'shared' : 'owners'
}

/**
 * A chunk for what everybody needs, and one each for what only guests, owners, the owner's profile and the account
 * pages share: no page waits for what it does not need. A chunk includes its imports, hence the order.
 */
export const sharedChunks = (test: RegExp): Group[] =>
  ['shared', 'guests', 'owners', 'user', 'further', 'forecast', 'charts', 'account'].map((name) => ({
    name: (id, context) => (chunkOf(id, context) === name ? name : null),
    debugName: name,
    test,
    // What is opened first is one file, whatever else needs parts of it: each costs a slow phone a round trip.
    minShareCount: first.includes(name) ? 1 : 2,
  }))

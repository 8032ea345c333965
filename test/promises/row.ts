import { PATHS, type Path, type PathName, type ToolPathName } from './path.ts'

/** A test of one promise on one path. */
export type Check = (path: Path) => Promise<void>

/** A test, or the reason why there is none. */
export type Cell = Check | string

export interface Row {
  /** Names the row in the titles of its tests. */
  id: string
  /** The promise, in one sentence. */
  promise: string
  /** What the tests do. */
  proof: string
  cells: Record<ToolPathName, Cell> & { debate: (() => Promise<void>) | string }
}

/** Promises of one kind. */
export interface Group {
  title: string
  /** The invariants that the promises follow from, of `run.ts` and `driver.ts`. */
  invariants: readonly string[]
  /** The file in `checks/`. */
  file: string
  rows: readonly Row[]
}

/** The same test on these paths. */
export const on = <P extends ToolPathName>(check: Check, ...paths: P[]): Record<P, Check> =>
  // Every path is a key.
  Object.fromEntries(paths.map((path) => [path, check])) as Record<P, Check>

/** The same reason on these paths. */
export const not = <P extends PathName>(reason: string, ...paths: P[]): Record<P, string> =>
  // Every path is a key.
  Object.fromEntries(paths.map((path) => [path, reason])) as Record<P, string>

const TOOL_PATHS = Object.keys(PATHS).filter((name): name is ToolPathName => name !== 'debate')
export const STATELESS = ['mcp-2026-sealed', 'mcp-2026-stored'] as const
export const STORED = [...STATELESS, 'task', 'chat'] as const
/** A session of 2025 is stored too, and goes on as soon as its client finds the next server. */
export const DURABLE = ['mcp-2025', ...STORED] as const

export const everywhere = (check: Check): Record<ToolPathName, Check> => on(check, ...TOOL_PATHS)

export const LIVE = ['script', 'terminal', 'mcp-2025'] as const
export const endsWithProcess = not('ends with its process', 'script', 'terminal')
export const answersOnce = not('answers the question that it is shown', ...LIVE)
export const sendsNoState = not('sends no state', ...LIVE, 'task', 'chat', 'debate')
export const noInbox = not('has no inbox', 'script', 'terminal')

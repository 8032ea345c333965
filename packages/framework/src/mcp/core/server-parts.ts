import type { AnswerEvent } from '../../inbox/question.ts'
import type { Store, StreamRef } from '../../log/log.ts'
import { VersionError } from '../../tools/errors.ts'
import type { RunOptions } from '../../tools/run-tool.ts'
import type { McpTool } from '../../tools/tool.ts'
import { findVersion } from '../../tools/tool-versions.ts'
import type { Catalog } from './catalog.ts'
import type { Sampler } from './sampler.ts'

/** The parts that all calls of a server share, in every revision. */
export interface ServerParts {
  store: Store
  /** Milliseconds after which a process without a heartbeat counts as dead, and others take over what it drives. */
  leaseTtl: number
  catalog: Catalog
  sampler: Sampler
  /** Returns the URL of a signal to the first of these streams that exists. Absent without an inbox. */
  signalUrl?: ((refs: readonly StreamRef[], event: AnswerEvent) => string) | undefined
  onVersionChange?: RunOptions['onVersionChange']
  onError: (error: unknown) => void
}

/** Whether this server goes on with a run of that version of a tool. If not, `report` receives the reason. */
export function takesVersion(
  { onVersionChange = 'fail' }: Pick<ServerParts, 'onVersionChange'>,
  tool: McpTool,
  version: string | undefined,
  what: string,
  report: (error: VersionError) => void,
): boolean {
  if (findVersion(tool, version) !== undefined || onVersionChange !== 'fail') return true
  report(new VersionError(what, tool.name, version, tool.version))
  return false
}

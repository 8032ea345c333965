import { checkRuns } from '../control/check-runs.ts'
import { readArgs, UsageError } from './args.ts'
import { COMMANDS } from './commands.ts'
import { findModules, loadOffer } from './load-offer.ts'
import { openStoreOfServer } from './open-store.ts'
import { printResult, reserveStdout } from './program.ts'
import { requireStore } from './store-command.ts'
import { toTable } from './table.ts'

/** `sweatpants check`: resolves to 1 if a stored run would diverge. */
export async function check(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, COMMANDS.check.options)
  if (positionals.length === 0) throw new UsageError('check takes the modules of the next deployment: check ./tools.ts')
  const location = requireStore('check', values.store)
  // A module may print.
  reserveStdout()
  const { tools } = await loadOffer(findModules(positionals))
  await using store = await openStoreOfServer(location)
  const checked = await checkRuns(store, tools)
  printResult(values.json ? JSON.stringify(checked, null, 2) : toReport(checked))
  return checked.diverge.length > 0 ? 1 : 0
}

function toReport({ fit, diverge, unknown }: Awaited<ReturnType<typeof checkRuns>>): string {
  const lines = [`${fit} ${fit === 1 ? 'run fits' : 'runs fit'} these tools.`]
  if (unknown.length > 0) {
    const names = [...new Set(unknown.map(({ tool }) => tool))].join(', ')
    lines.push(`${unknown.length} not checked: the modules have no tool ${names}.`)
  }
  if (diverge.length > 0) {
    const rows = diverge.map(({ run, problem }) => [run.id, run.tool, run.state, problem])
    lines.push(`${diverge.length} would diverge:`, '', toTable([['run', 'tool', 'state', 'problem'], ...rows]))
  }
  return lines.join('\n')
}

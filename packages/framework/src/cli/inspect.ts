import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { createKeyring } from '../keys/keyring.ts'
import { inspectSealed, type Sealed } from '../mcp/carriers/sealed.ts'
import { isHandle } from '../mcp/core/carrier.ts'
import type { Entry, Header, Progress } from '../tools/journal.ts'
import { readArgs, toUsageError, UsageError } from './args.ts'
import { COMMANDS } from './commands.ts'
import { describeStore, KEY_PATH, keyPath, readSealingKeys } from './open-store.ts'
import { printResult } from './program.ts'
import { toTable } from './table.ts'
import { toTime } from './times.ts'

/** `sweatpants inspect`: resolves to the exit code. */
export async function inspect(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, COMMANDS.inspect.options)
  const [given, ...rest] = positionals
  if (given === undefined || rest.length > 0)
    throw new UsageError('inspect takes one requestState, or - to read it from stdin')
  const state = (given === '-' ? await text(process.stdin) : given).trim()
  if (isHandle(state)) throw new UsageError('this state is a handle; its journal is in the store of the server')
  const keys =
    values.key ??
    readSealingKeys() ??
    (values.store === undefined ? undefined : readSealingKeys(findKeyPath(values.store)))
  if (keys === undefined) {
    throw new UsageError('inspect needs the key that sealed the state: set SWEATPANTS_KEYS, or pass --key or --store')
  }
  const sealed = open(state, keys)
  printResult(values.json ? JSON.stringify(sealed, null, 2) : toReport(sealed, Date.now()))
  return 0
}

/** Returns the path beside which `serve` keeps the key. Reading a key that does not exist would create one. */
function findKeyPath(location: string): string {
  const path = keyPath(location, KEY_PATH)
  if (path !== undefined && existsSync(`${path}.key`)) return path
  throw new UsageError(`there is no key beside the store ${describeStore(location)}; check the path, or pass --key`)
}

function open(state: string, keys: readonly string[]): Sealed {
  let keyring: ReturnType<typeof createKeyring>
  try {
    keyring = createKeyring(keys)
  } catch (cause) {
    throw toUsageError(cause)
  }
  try {
    return inspectSealed(state, keyring)
  } catch (cause) {
    throw new UsageError('this is not a requestState that one of these keys sealed', { cause })
  }
}

/** The longest value in a table, in characters. */
const WIDEST = 80

/** Describes a sealed run as text. */
export function toReport({ recording, rounds, expiresAt }: Omit<Sealed, 'claims'>, now: number): string {
  const { header, entries, progress } = recording
  const expiry = `${toTime(expiresAt)} ${expiresAt <= now ? '(expired)' : ''}`.trim()
  const parts = [toTable([...describeHeader(header), ['rounds', String(rounds)], ['expires', expiry]])]
  parts.push(entries.length === 0 ? 'There are no entries yet.' : toTable([ENTRY_COLUMNS, ...entries.map(toRow)]))
  const waiting = describeWaiting(progress)
  if (waiting.length > 0) parts.push(toTable([WAITING_COLUMNS, ...waiting]))
  return parts.join('\n\n')
}

const ENTRY_COLUMNS = ['address', 'kind', 'key', 'time', 'outcome']
const WAITING_COLUMNS = ['waiting at', 'since', 'refused']

function describeHeader({ tool, version, runId, principal, can, startedAt }: Header): string[][] {
  const able = Object.entries(can).flatMap(([what, is]) => (is ? [what] : []))
  return [
    ['tool', version === undefined ? tool : `${tool} (version ${version})`],
    ['run', runId],
    ['started', toTime(startedAt)],
    ['principal', principal ?? '(none)'],
    ['client can', able.join(', ') || 'nothing'],
  ]
}

function toRow(entry: Entry): string[] {
  const time = toTime(entry.time)
  if (entry.type === 'halted') return [entry.at || '(root)', 'halted', '', time, entry.reason]
  return [entry.at || '(root)', entry.kind, entry.key, time, toOutcome(entry)]
}

/** Describes the outcome of an effect in one short line. */
export function toOutcome(entry: Exclude<Entry, { type: 'halted' }>): string {
  switch (entry.type) {
    case 'value':
      return shorten(JSON.stringify(entry.value) ?? 'undefined')
    case 'failure':
      return shorten(`failed: ${entry.failure.name}: ${entry.failure.message}`)
    case 'partial':
      return shorten(`${entry.answered.by ?? 'someone'} accepted: ${JSON.stringify(entry.content)}`)
    case 'retried':
      return shorten(`attempt ${entry.attempt} failed: ${entry.failure.message}; next at ${toTime(entry.nextAt)}`)
    case 'patched':
      return 'true'
    case 'started':
      return 'started'
  }
}

function describeWaiting({ asked }: Progress): string[][] {
  return Object.entries(asked).map(([address, { time, refused, problem }]) => [
    address,
    toTime(time),
    refused === undefined ? '' : shorten(`${refused}x: ${problem ?? 'changed since'}`),
  ])
}

const shorten = (text: string): string => (text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text)

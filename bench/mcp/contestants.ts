import { atMost, digits, type Table, type Target, toCell } from '../report.ts'
import { greet } from './client.ts'
import type { Contestant, Load, LoadEffort } from './load.ts'
import type { Revision } from './messages.ts'
import type { ServerKind, Wire } from './server-process.ts'

export const FLOOR = 'floor'
export const OURS = 'ours'
export const SDK = 'official SDK'
export const SDK_V1 = 'official SDK v1'
export const FASTMCP = 'fastmcp'

const PROGRAMS: Readonly<Record<string, string>> = {
  [OURS]: 'ours',
  [SDK]: 'sdk',
  [SDK_V1]: 'sdk-v1',
  [FASTMCP]: 'fastmcp',
}

/** Which of the others speak a revision; why the rest do not. */
export const PEERS: Readonly<Record<Revision, readonly string[]>> = {
  '2025': [SDK, SDK_V1, FASTMCP],
  '2026': [SDK],
}

const ABSENT: Readonly<Record<Revision, readonly string[]>> = { '2025': [], '2026': [SDK_V1, FASTMCP] }

/** The warm-up is long enough for the optimising compiler to finish with each server. */
export const toEffort = (quick: boolean): LoadEffort =>
  quick ? { rounds: 1, roundMs: 25, warmUpMs: 60 } : { rounds: 7, roundMs: 130, warmUpMs: 5_000 }

export const toWireName = (wire: Wire): string => (wire === 'http' ? 'HTTP' : wire)

export const REVISIONS: Readonly<Record<Revision, string>> = { '2025': '2025-11-25', '2026': '2026-07-28' }

export function toContestant(kind: Omit<ServerKind, 'program'>): Contestant {
  const program = PROGRAMS[kind.name] ?? 'floor'
  return { kind: { ...kind, program }, tool: 'greet', work: greet(kind.revision) }
}

/** Loads under one revision, against the first of them. */
export function toTable(title: string, loads: readonly Load[]): Table {
  const { name, revision } = loads[0]!.kind
  const absent = ABSENT[revision].map((peer) => [peer, '', `does not speak ${REVISIONS[revision]}`, '', '', '', ''])
  return {
    title,
    head: ['', 'callers', 'µs', `against ${name === FLOOR ? 'the floor' : name}`, 'calls/s', 'p50 ms', 'p99 ms'],
    rows: [
      ...loads.map((load) => [
        load.kind.name,
        String(load.callers),
        toCell(load.cpu),
        `${digits(load.cpu.median / cpuOf(loads, load.callers, name))}×`,
        load.perSecond.toFixed(0),
        digits(load.p50),
        digits(load.p99),
      ]),
      ...absent,
    ],
  }
}

const LIMIT = 3

export function againstFloor(title: string, loads: readonly Load[], callers: number, floor: string): Target {
  const ratio = cpuOf(loads, callers, OURS) / cpuOf(loads, callers, floor)
  return atMost(`${title}, ${toCallers(callers)}: against the ${floor}`, ratio, LIMIT, '×')
}

/** Returns `undefined` if there are no peers to compare with. */
export function againstPeers(title: string, loads: readonly Load[], callers: number, why?: string): Target[] {
  const peers = loads.filter((load) => load.callers === callers && PEERS['2025'].includes(load.kind.name))
  if (peers.length === 0) return []
  const best = Math.min(...peers.map(({ cpu }) => cpu.median))
  const ratio = cpuOf(loads, callers, OURS) / best
  return [atMost(`${title}, ${toCallers(callers)}: against the best peer`, ratio, 1, '×', why)]
}

const toCallers = (callers: number): string => (callers === 1 ? '1 caller' : `${callers} callers`)

const cpuOf = (loads: readonly Load[], callers: number, name: string): number =>
  loads.find((load) => load.callers === callers && load.kind.name === name)!.cpu.median

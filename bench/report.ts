import type { Spread } from './measure.ts'

export interface Table {
  title: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

export interface Target {
  what: string
  limit: string
  measured: string
  met: boolean
  /** Why it is not met, when it is not: a sentence. */
  why?: string
}

/** The result of a scenario. */
export interface Finding {
  tables: Table[]
  targets: Target[]
}

/** A target that a number is met by when it is not above the limit. */
export function atMost(what: string, measured: number, limit: number, unit: string, why?: string): Target {
  const target = { what, limit: `≤ ${limit}${unit}`, measured: `${digits(measured)}${unit}`, met: measured <= limit }
  return why === undefined ? target : { ...target, why }
}

export const joinFindings = (findings: readonly Finding[]): Finding => ({
  tables: findings.flatMap(({ tables }) => tables),
  targets: findings.flatMap(({ targets }) => targets),
})

/** Three digits that count. */
export function digits(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
}

export const toCell = ({ median, p25, p75 }: Spread): string => `${digits(median)} (${digits(p25)}–${digits(p75)})`

export function toMarkdown({ title, head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, i) => (i === 0 ? '---' : '---:'))
  return [title, '', line(head), line(rule), ...rows.map(line)].join('\n')
}

export const toTargetTable = (targets: readonly Target[]): Table => ({
  title: '**Targets**',
  head: ['target', 'limit', 'measured', ''],
  rows: targets.map((target) => [target.what, target.limit, target.measured, toVerdict(target)]),
})

const toVerdict = ({ met, why }: Target): string =>
  met ? 'met' : why === undefined ? '**not met**' : `**not met**: ${why}`

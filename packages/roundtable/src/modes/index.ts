import { adversarial } from './adversarial.ts'
import { collaborative } from './collaborative.ts'
import { delphi } from './delphi.ts'
import { devilsAdvocate } from './devils-advocate.ts'
import { expertPanel } from './expert-panel.ts'
import type { Mode } from './mode.ts'
import { ranking } from './ranking.ts'
import { redTeamBlueTeam } from './red-team-blue-team.ts'
import { socratic } from './socratic.ts'

/** All modes, in the order in which they are offered. */
export const MODES = [
  collaborative,
  expertPanel,
  delphi,
  adversarial,
  socratic,
  devilsAdvocate,
  redTeamBlueTeam,
  ranking,
] as const satisfies readonly Mode[]

export type ModeName = (typeof MODES)[number]['name']

export const modeNames = MODES.map(({ name }) => name)

export function findMode(name: string): Mode {
  const mode = MODES.find((one) => one.name === name)
  if (mode === undefined) throw new TypeError(`there is no mode ${name}; there is ${modeNames.join(', ')}`)
  return mode
}

import { collaborative } from './collaborative.ts'
import type { Mode } from './mode.ts'

/** Every way to debate, in the order in which they are offered. */
export const MODES = [collaborative] as const satisfies readonly Mode[]

export type ModeName = (typeof MODES)[number]['name']

export const modeNames = MODES.map(({ name }) => name)

export function findMode(name: string): Mode {
  const mode = MODES.find((one) => one.name === name)
  if (mode === undefined) throw new TypeError(`there is no mode ${name}; there is ${modeNames.join(', ')}`)
  return mode
}

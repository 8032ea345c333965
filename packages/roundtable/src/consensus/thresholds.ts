import { z } from 'zod'
import { RoundtableError } from '../errors.ts'

export interface Thresholds {
  /** Minimum agreement for `high`. */
  high: number
  /** Minimum agreement for `medium`. */
  medium: number
  /** Rounds without a change after which a disagreement counts as stable. */
  stableRounds: number
}

export const DEFAULT_THRESHOLDS: Thresholds = { high: 0.75, medium: 0.5, stableRounds: 2 }

const share = z.number().min(0).max(1)

const VARIABLES = {
  high: { name: 'ROUNDTABLE_HIGH_AGREEMENT', schema: share, expected: 'a number from 0 to 1' },
  medium: { name: 'ROUNDTABLE_MEDIUM_AGREEMENT', schema: share, expected: 'a number from 0 to 1' },
  stableRounds: { name: 'ROUNDTABLE_STABLE_ROUNDS', schema: z.int().min(1), expected: 'a whole number of at least 1' },
} as const

/** Reads the thresholds from the environment, with defaults for absent variables. Throws an error that names an invalid variable. */
export function readThresholds(env: Readonly<Record<string, string | undefined>>): Thresholds {
  const thresholds = { high: read(env, 'high'), medium: read(env, 'medium'), stableRounds: read(env, 'stableRounds') }
  const { high, medium } = thresholds
  if (high < medium)
    throw new RoundtableError(
      'invalid',
      `${VARIABLES.high.name} (${high}) must not be less than ${VARIABLES.medium.name} (${medium}): set both so that high agreement is the higher`,
    )
  return thresholds
}

function read(env: Readonly<Record<string, string | undefined>>, threshold: keyof Thresholds): number {
  const { name, schema, expected } = VARIABLES[threshold]
  const text = env[name]?.trim() ?? ''
  if (text === '') return DEFAULT_THRESHOLDS[threshold]
  const parsed = schema.safeParse(/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : text)
  if (!parsed.success) throw new RoundtableError('invalid', `${name} must be ${expected}, not ${JSON.stringify(text)}`)
  return parsed.data
}

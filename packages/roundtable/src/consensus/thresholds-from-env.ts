import { z } from 'zod'
import { DEFAULT_SETTINGS, type Thresholds } from '../debate/settings.ts'
import { RoundtableError } from '../errors.ts'

const share = z.number().min(0).max(1)

const VARIABLES = {
  high: { name: 'ROUNDTABLE_HIGH_AGREEMENT', schema: share, expected: 'a number from 0 to 1' },
  medium: { name: 'ROUNDTABLE_MEDIUM_AGREEMENT', schema: share, expected: 'a number from 0 to 1' },
  stableRounds: { name: 'ROUNDTABLE_STABLE_ROUNDS', schema: z.int().min(1), expected: 'a whole number of at least 1' },
} as const

/** The thresholds that the environment gives, where it does. One that makes no sense is refused, by its name. */
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
  if (text === '') return DEFAULT_SETTINGS.thresholds[threshold]
  const parsed = schema.safeParse(/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : text)
  if (!parsed.success) throw new RoundtableError('invalid', `${name} must be ${expected}, not ${JSON.stringify(text)}`)
  return parsed.data
}

import { z } from 'zod'
import { DEFAULT_THRESHOLDS, type Thresholds } from '../consensus/compute-consensus.ts'
import { RoundtableError } from '../errors.ts'
import { DEFAULT_SETTINGS, type DebateSettings } from './settings.ts'

/** Environment variables by name. */
type Variables = Readonly<Record<string, string | undefined>>

/** An environment variable that holds a number. */
interface NumberVariable {
  name: string
  schema: z.ZodType<number>
  /** What the schema accepts, in words. */
  expected: string
}

const share = { schema: z.number().min(0).max(1), expected: 'a number from 0 to 1' }

const wholeNumber = { schema: z.int().min(1), expected: 'a whole number of at least 1' }

const THRESHOLDS = {
  high: { name: 'ROUNDTABLE_HIGH_AGREEMENT', ...share },
  medium: { name: 'ROUNDTABLE_MEDIUM_AGREEMENT', ...share },
  stableRounds: { name: 'ROUNDTABLE_STABLE_ROUNDS', ...wholeNumber },
} as const satisfies Record<keyof Thresholds, NumberVariable>

const SECOND = 1_000

type Read = Pick<DebateSettings, 'modelTimeout' | 'answerTokens' | 'promptTokens' | 'patience'>

/** Times are in seconds, and settings in milliseconds. */
const VARIABLES: { [K in keyof Read]: NumberVariable & { unit: number } } = {
  modelTimeout: { name: 'ROUNDTABLE_MODEL_TIMEOUT', unit: SECOND, ...wholeNumber },
  answerTokens: { name: 'ROUNDTABLE_ANSWER_TOKENS', unit: 1, ...wholeNumber },
  promptTokens: { name: 'ROUNDTABLE_PROMPT_TOKENS', unit: 1, ...wholeNumber },
  patience: { name: 'ROUNDTABLE_PATIENCE', unit: SECOND, ...wholeNumber },
}

/** Reads settings of debates from the environment. Throws an error that names an invalid variable. */
export function readDebateSettings(env: Variables): Read & Pick<DebateSettings, 'thresholds'> {
  const read = (setting: keyof Read): number => {
    const given = readNumber(env, VARIABLES[setting])
    return given === undefined ? DEFAULT_SETTINGS[setting] : given * VARIABLES[setting].unit
  }
  return {
    modelTimeout: read('modelTimeout'),
    answerTokens: read('answerTokens'),
    promptTokens: read('promptTokens'),
    patience: read('patience'),
    thresholds: readThresholds(env),
  }
}

/** Reads the thresholds from the environment, with defaults for absent variables. Throws an error that names an invalid variable. */
function readThresholds(env: Variables): Thresholds {
  const read = (threshold: keyof Thresholds) => readNumber(env, THRESHOLDS[threshold]) ?? DEFAULT_THRESHOLDS[threshold]
  const thresholds = { high: read('high'), medium: read('medium'), stableRounds: read('stableRounds') }
  const { high, medium } = thresholds
  if (high < medium)
    throw new RoundtableError(
      'invalid',
      `${THRESHOLDS.high.name} (${high}) must not be less than ${THRESHOLDS.medium.name} (${medium}): set both so that high agreement is the higher`,
    )
  return thresholds
}

/** Returns the number of a variable, or `undefined` if it is not set. Throws if it is not valid. */
function readNumber(env: Variables, { name, schema, expected }: NumberVariable): number | undefined {
  const text = env[name]?.trim() ?? ''
  if (text === '') return undefined
  const parsed = schema.safeParse(/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : text)
  if (!parsed.success) throw new RoundtableError('invalid', `${name} must be ${expected}, not ${JSON.stringify(text)}`)
  return parsed.data
}

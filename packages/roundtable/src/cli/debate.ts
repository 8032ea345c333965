import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readArgs, UsageError } from '@sweatpants/framework/cli'
import type { z } from 'zod'
import { describeIssues } from '../debate/describe-issues.ts'
import { startInput } from '../debate/input.ts'
import { debateAtTerminal } from './at-terminal.ts'
import { TABLE_OPTIONS } from './open-table.ts'
import { QUESTION_OPTIONS, readQuestion, toList } from './question.ts'
import { FORMAT_OPTIONS, readFormat } from './report.ts'

const OPTIONS = {
  ...TABLE_OPTIONS,
  ...FORMAT_OPTIONS,
  mode: { type: 'string' },
  agents: { type: 'string' },
  substitutes: { type: 'string' },
  'agent-count': { type: 'string' },
  rounds: { type: 'string' },
  ...QUESTION_OPTIONS,
  perspectives: { type: 'string' },
  attach: { type: 'string', multiple: true },
  'web-search': { type: 'boolean' },
  synthesizer: { type: 'string' },
  'exit-on-consensus': { type: 'boolean' },
  'budget-tokens': { type: 'string' },
  'budget-usd': { type: 'string' },
  'price-per-million': { type: 'string' },
} as const

/** `ai-roundtable debate`: resolves to the exit code. */
export async function debate(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, OPTIONS)
  if (positionals.length === 0) {
    throw new UsageError('debate takes a topic: ai-roundtable debate "Should we rewrite it?"')
  }
  const input = readInput(values, positionals.join(' '))
  return debateAtTerminal({
    table: values,
    format: readFormat(values),
    begin: (roundtable) => roundtable.start(input),
  })
}

type Values = ReturnType<typeof readArgs<typeof OPTIONS>>['values']

function readInput(values: Values, topic: string): z.output<typeof startInput> {
  const { mode, agents, substitutes, rounds, perspectives } = values
  const tokens = readNumber(values['budget-tokens'], '--budget-tokens')
  const usd = readNumber(values['budget-usd'], '--budget-usd')
  const pricePerMillion = toPrice(values['price-per-million'])
  const { success, data, error } = startInput.safeParse({
    topic,
    mode,
    agents: toList(agents),
    substitutes: toList(substitutes),
    agentCount: readNumber(values['agent-count'], '--agent-count'),
    rounds: readNumber(rounds, '--rounds'),
    question: readQuestion(values),
    perspectives: perspectives === 'generate' ? perspectives : toList(perspectives),
    attachments: values.attach?.map(readAttachment),
    webSearch: values['web-search'],
    synthesizer: values.synthesizer,
    exitOnConsensus: values['exit-on-consensus'],
    ...((tokens ?? usd ?? pricePerMillion) !== undefined && { budget: { tokens, usd, pricePerMillion } }),
  })
  if (!success) throw new UsageError(describeIssues(error, startInput))
  return data
}

/** Reads a file of `--attach`. */
function readAttachment(path: string): { name: string; data: string } {
  try {
    return { name: basename(path), data: readFileSync(path, 'base64') }
  } catch (cause) {
    throw new UsageError(`--attach ${path} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

/** Returns the prices of `--price-per-million`: for input, and for output. */
function toPrice(text: string | undefined): { input: number; output: number } | undefined {
  if (text === undefined) return undefined
  const [input, output, ...rest] = text.split(',').map((part) => readNumber(part, '--price-per-million'))
  if (input === undefined || output === undefined || rest.length > 0)
    throw new UsageError(`--price-per-million takes two numbers, such as 0.5,2 for input and output, not "${text}"`)
  return { input, output }
}

function readNumber(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (text.trim() !== '' && Number.isFinite(number)) return number
  throw new UsageError(`${option} takes a number, not "${text}"`)
}

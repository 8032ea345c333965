import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readArgs, UsageError } from '@sweatpants/framework/cli'
import type { z } from 'zod'
import { describeIssues } from '../debate/describe-issues.ts'
import { startInput } from '../debate/input.ts'
import { debateAtTerminal } from './at-terminal.ts'
import { TABLE_OPTIONS } from './open-table.ts'
import { FORMAT_OPTIONS, readFormat } from './report.ts'

const OPTIONS = {
  ...TABLE_OPTIONS,
  ...FORMAT_OPTIONS,
  mode: { type: 'string' },
  agents: { type: 'string' },
  'agent-count': { type: 'string' },
  rounds: { type: 'string' },
  answers: { type: 'string' },
  kind: { type: 'string' },
  proposition: { type: 'string' },
  unit: { type: 'string' },
  perspectives: { type: 'string' },
  attach: { type: 'string', multiple: true },
  'web-search': { type: 'boolean' },
  synthesizer: { type: 'string' },
  'exit-on-consensus': { type: 'boolean' },
  'budget-tokens': { type: 'string' },
  'budget-usd': { type: 'string' },
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
  const { mode, agents, rounds, answers, perspectives } = values
  const tokens = toNumber(values['budget-tokens'])
  const usd = toNumber(values['budget-usd'])
  const { success, data, error } = startInput.safeParse({
    topic,
    mode,
    agents: toList(agents),
    agentCount: toNumber(values['agent-count']),
    rounds: toNumber(rounds),
    answers: toList(answers),
    question: toQuestion(values),
    perspectives: perspectives === 'generate' ? perspectives : toList(perspectives),
    attachments: values.attach?.map(readAttachment),
    webSearch: values['web-search'],
    synthesizer: values.synthesizer,
    exitOnConsensus: values['exit-on-consensus'],
    ...((tokens !== undefined || usd !== undefined) && { budget: { tokens, usd } }),
  })
  if (!success) throw new UsageError(describeIssues(error))
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

/** Returns the question of `--kind`, `--proposition` and `--unit`; the last two name their kind. */
function toQuestion({ kind, proposition, unit }: Values): object | undefined {
  const named = kind ?? (proposition !== undefined ? 'proposition' : unit !== undefined ? 'estimate' : undefined)
  if (named === undefined) return undefined
  // A key without a value would be an unknown one of another kind.
  return { kind: named, ...(proposition !== undefined && { proposition }), ...(unit !== undefined && { unit }) }
}

const toList = (text: string | undefined): string[] | undefined => text?.split(',').map((part) => part.trim())

const toNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : text.trim() === '' ? Number.NaN : Number(text)

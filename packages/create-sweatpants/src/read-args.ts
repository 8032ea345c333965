import { parseArgs } from 'node:util'
import type { Answers } from './ask.ts'
import { UsageError } from './usage-error.ts'
import { isVariant, VARIANTS } from './variants.ts'

export interface Args extends Partial<Answers> {
  yes: boolean
  help: boolean
  version: boolean
}

const OPTIONS = {
  variant: { type: 'string' },
  yes: { type: 'boolean', short: 'y', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const

const NAMES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.keys(VARIANTS))

export function readArgs(args: readonly string[]): Args {
  const { values, positionals } = parse(args)
  const [folder, ...more] = positionals
  if (more.length > 0) throw new UsageError(`expected one folder, got ${positionals.length}: ${positionals.join(' ')}`)
  const { variant, ...flags } = values
  if (variant !== undefined && !isVariant(variant))
    throw new UsageError(`expected --variant to be ${NAMES}, got "${variant}"`)
  return { ...flags, ...(folder !== undefined && { folder }), ...(variant !== undefined && { variant }) }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (cause) {
    // The sentences after the first one are advice about arguments that look like options.
    const [problem] = (cause as Error).message.split('. ')
    throw new UsageError(`${problem}; --help lists the options`, { cause })
  }
}

import { parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

export interface Args {
  folder: string | undefined
  yes: boolean
  help: boolean
  version: boolean
}

const OPTIONS = {
  yes: { type: 'boolean', short: 'y', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const

export function readArgs(args: readonly string[]): Args {
  const { values, positionals } = parse(args)
  const [folder, ...more] = positionals
  if (more.length > 0) throw new UsageError(`expected one folder, got ${positionals.length}: ${positionals.join(' ')}`)
  return { folder, ...values }
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

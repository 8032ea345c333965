import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Model } from '../models/model.ts'
import type { TerminalPeerOptions } from '../terminal/peer.ts'
import { playInTerminal } from '../terminal/play.ts'
import { openTerminal, type Terminal } from '../terminal/terminal.ts'
import { ToolContent } from '../tools/content.ts'
import { ToolInputError } from '../tools/errors.ts'
import type { McpTool } from '../tools/tool.ts'
import { readArgs, readModel, readWritten, UsageError } from './args.ts'
import { COMMANDS } from './commands.ts'
import { loadOffer } from './load-offer.ts'
import { printResult, reserveStdout, untilSignal } from './program.ts'

/** `sweatpants call`: resolves to the exit code. */
export async function call(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, COMMANDS.call.options)
  const [module, name, json = '{}', ...rest] = positionals
  if (module === undefined || name === undefined || rest.length > 0) {
    throw new UsageError("call takes a module, the name of a tool, and its arguments: call ./tools.ts greet '{}'")
  }
  reserveStdout()
  const { tools } = await loadOffer([module])
  const tool = tools.find((known) => known.name === name)
  if (tool === undefined) {
    const known = tools.map((known) => known.name).join(', ') || 'none'
    throw new UsageError(`${module} has no tool "${name}"; its tools: ${known}`)
  }
  const model = await readModel(values.model)
  const fromInput = json === '-'
  const params = readWritten(fromInput ? await text(process.stdin) : json, 'the arguments are')
  return run(tool, params, fromInput ? Readable.from([]) : process.stdin, model)
}

/** The first Ctrl-C cancels the run, the second one ends the process. */
async function run(
  tool: McpTool,
  params: unknown,
  input: NodeJS.ReadableStream,
  model: Model | undefined,
): Promise<number> {
  using terminal = openTerminal({ input, output: process.stderr })
  using stop = untilSignal()
  const result = await playInTerminal(tool, params, {
    terminal,
    sample: createSampler(model, terminal),
    can: { elicitation: true, url: true, sampling: true, roots: false, tasks: false },
    signal: stop.signal,
  })
  switch (result.type) {
    case 'completed':
      printResult(toText(result.value))
      return result.value instanceof ToolContent && result.value.isError ? 1 : 0
    case 'failed':
      if (result.error instanceof ToolInputError) throw new UsageError(result.error.message)
      terminal.print(`${tool.name} failed: ${result.error.message}`)
      return 1
    case 'cancelled':
      terminal.print('Cancelled.')
      return 130
  }
}

/** Answers samples with the given model, or with the default model, which is resolved at the first sample. */
function createSampler(given: Model | undefined, terminal: Terminal): NonNullable<TerminalPeerOptions['sample']> {
  let found: Promise<Model> | undefined
  return async (effect, signal) => {
    found ??= find(given, terminal)
    const model = await found
    return model.answer(effect, { signal })
  }
}

async function find(given: Model | undefined, terminal: Terminal): Promise<Model> {
  const { resolveModel } = await import('../models/resolve.ts')
  const model = await resolveModel(given)
  terminal.print(`… asking ${model.id}`)
  return model
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof ToolContent) {
    return value.blocks.map((block) => (block.type === 'text' ? block.text : JSON.stringify(block))).join('\n')
  }
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}

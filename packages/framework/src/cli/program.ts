import { Console } from 'node:console'
import { existsSync } from 'node:fs'
import { toPrintable } from '../terminal/printable.ts'
import { messageOf } from '../tools/describe.ts'
import { StoreError, SweatpantsError } from '../tools/errors.ts'
import { findNearest, toUsageError, UsageError } from './args.ts'

/** Runs with the arguments after its name; resolves to the exit code. */
export type Command = (args: readonly string[]) => Promise<number>

/** A command-line program. A command and the help are loaded when they are needed. */
export interface Program {
  readonly name: string
  version(): string
  help(): Promise<string>
  readonly commands?: Readonly<Record<string, () => Promise<Command>>>
  /** Runs if the first argument is an option or absent. Without it, a command is required. */
  readonly main?: () => Promise<Command>
}

/**
 * Reads `.env` and runs a program; resolves to its exit code. An error is printed on stderr: the exit code is 2 for a
 * `UsageError`, and 1 for any other.
 */
export async function runProgram(program: Program, args: readonly string[] = process.argv.slice(2)): Promise<number> {
  globalThis.console = createConsole(process.stdout)
  for (const stream of [process.stdout, process.stderr]) stream.off('error', leave).on('error', leave)
  try {
    return await run(program, args)
  } catch (error) {
    createReporter(program.name)(error)
    return error instanceof UsageError ? 2 : 1
  }
}

/** A reader that has enough, such as `head`, closes its end of a pipe. The program goes on to its end. */
const leave = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error
}

async function run(program: Program, args: readonly string[]): Promise<number> {
  const [name] = args
  if (asksForHelp(args)) {
    process.stdout.write(await program.help())
    return 0
  }
  if (name === '--version') {
    process.stdout.write(`${program.version()}\n`)
    return 0
  }
  const { load, rest } = choose(program, args)
  readEnvFile()
  const command = await load()
  return command(rest)
}

function readEnvFile(): void {
  if (!existsSync('.env')) return
  try {
    process.loadEnvFile('.env')
  } catch (cause) {
    throw toUsageError(cause, 'the file .env in the working directory cannot be read: ')
  }
}

/** Whether help is asked for before `--`: what follows it belongs to another program. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return (end === -1 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h')
}

function choose({ commands = {}, main }: Program, args: readonly string[]) {
  const [name, ...rest] = args
  if (name !== undefined && Object.hasOwn(commands, name)) return { load: commands[name]!, rest }
  if (main !== undefined && (name === undefined || name.startsWith('-'))) return { load: main, rest: args }
  const names = Object.keys(commands)
  const known = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
  if (name === undefined) throw new UsageError(`expected a command: ${known}; --help describes them`)
  if (known === '') throw new UsageError(`unexpected argument "${name}"; --help lists the options`)
  const nearest = findNearest(name, [...names, '--help', '--version'])
  const remedy = nearest === undefined ? `expected ${known}` : `did you mean ${nearest}? --help describes the commands`
  throw new UsageError(`there is no command "${name}"; ${remedy}`)
}

/**
 * Prints errors on stderr: one of the framework as a sentence after the program's name, any other with its stack. The sentence of a
 * `StoreError` is for clients, so what the database said follows it.
 */
export const createReporter =
  (name: string) =>
  (error: unknown): void =>
    console.error(error instanceof SweatpantsError ? `${name}: ${error.message}${toReason(error)}` : error)

function toReason(error: SweatpantsError): string {
  if (!(error instanceof StoreError) || error.cause === undefined) return ''
  const { code } = error.cause as { code?: unknown }
  // Node's error for a refused connection to several addresses has no message.
  return ` (${messageOf(error.cause) || code})`
}

/** Makes `console` write to stderr from now on: stdout is for a protocol or a result, which other output would break. */
export function reserveStdout(): void {
  globalThis.console = createConsole(process.stderr)
}

/** Writes the result of a command to stdout. Like all output of a program, it cannot control the terminal. */
export function printResult(text: string): void {
  process.stdout.write(`${toPrintable(text)}\n`)
}

/** A console for messages with text of others: names of tools, errors of servers, log lines. */
const createConsole = (stdout: NodeJS.WriteStream): Console =>
  new Console({ stdout: printing(stdout), stderr: printing(process.stderr), colorMode: false })

/** A stream that writes to another what cannot control a terminal. */
const printing = (stream: NodeJS.WriteStream): NodeJS.WritableStream =>
  new Proxy(stream, {
    get(target, name) {
      if (name === 'write') return (text: string, ...rest: never[]) => target.write(toPrintable(text), ...rest)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** The first SIGINT or SIGTERM, as an abort signal and as a promise of its name. */
export interface StopSignal extends Disposable {
  readonly signal: AbortSignal
  readonly received: Promise<NodeJS.Signals>
}

/** Catches the first SIGINT or SIGTERM; a second one ends the process at once. */
export function untilSignal(): StopSignal {
  const controller = new AbortController()
  const { promise: received, resolve } = Promise.withResolvers<NodeJS.Signals>()
  const onSignal = (name: NodeJS.Signals) => {
    stop()
    controller.abort()
    resolve(name)
  }
  const stop = () => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  return { signal: controller.signal, received, [Symbol.dispose]: stop }
}

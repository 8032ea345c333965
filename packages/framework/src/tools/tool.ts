import type { Limits } from './branch.ts'
import { ToolContent } from './content.ts'
import type { ToolContext } from './context.ts'
import type { ElicitKey, Elicits } from './elicit.ts'
import { ToolCapabilityError, ToolOutputError, toError } from './errors.ts'
import type { HostedApp } from './hosted-app.ts'
import { andThen, type MaybePromise } from './maybe-promise.ts'
import type { Operation } from './operation.ts'
import type { Recorder } from './recorder.ts'
import type { Stop } from './run-tool.ts'
import { type Checked, check, type InferOutput, type Schema } from './schema.ts'
import { toJson } from './to-json.ts'

/** Hints for MCP hosts about a tool's behaviour. */
export interface ToolAnnotations {
  title?: string
  readOnlyHint?: boolean
  destructiveHint?: boolean
  idempotentHint?: boolean
  openWorldHint?: boolean
}

/** A picture that a host shows beside a tool, a resource or a prompt. */
export interface Icon {
  /** An `https:` or `data:` URL. */
  src: string
  mimeType?: string
  /** `48x48`, or `any` for a picture that scales. */
  sizes?: readonly string[]
  theme?: 'light' | 'dark'
}

export interface ToolRequirements {
  elicitation?: boolean
  sampling?: boolean
}

export interface PreviewOptions {
  /** Aborts when the time of the preview is over. */
  signal: AbortSignal
}

/** A built tool. Everything about it is decided; nothing in it changes. */
export interface McpTool<
  TName extends string = string,
  TParams extends Schema = Schema,
  TElicits extends Elicits = Elicits,
  TResult = unknown,
> {
  readonly name: TName
  readonly description: string | undefined
  readonly parameters: TParams | undefined
  /** The questions as the author declared them: the types of `withArguments`, plugins and scripts follow from them. */
  readonly elicits: TElicits
  /** The same questions, checked, with their wire schemas. */
  readonly questions: Readonly<Record<string, ElicitKey>>
  readonly output: Schema | undefined
  readonly annotations: ToolAnnotations | undefined
  readonly icons: readonly Icon[] | undefined
  /** The `_meta` of the listed tool, to which the framework adds its own keys. */
  readonly meta: Readonly<Record<string, unknown>> | undefined
  readonly requires: ToolRequirements
  readonly limits: Limits
  readonly task: 'never' | 'auto' | 'required'
  readonly approval: 'none' | 'confirm'
  readonly carrier: 'auto' | 'stored'
  readonly version: string | undefined
  /** The file of the component that shows the result in hosts of others. */
  readonly view: URL | undefined
  /** Other versions of the tool: runs that began with one of them go on with it. */
  readonly earlier: readonly McpTool[]
  /** The server that a hosted tool belongs to, by a name that the server cannot choose; `undefined` for a tool of your own. */
  readonly origin?: string
  /** For a hosted tool: its view, and who may call it. */
  readonly app?: HostedApp
  /** What a call would do, for the person who approves it. It has no side effects. */
  readonly preview: ((params: never, options: PreviewOptions) => MaybePromise<string | undefined>) | undefined
  /** The body. Its parameters are a method's, so that a tool of any shape is an `McpTool`. */
  execute(params: InferOutput<TParams>, ctx: ToolContext<TElicits>): Operation<TResult>
}

/** An error when the tool requires what the place where it runs does not have. */
export function refuseMissing(tool: McpTool, recorder: Recorder): Error | undefined {
  const { elicitation, sampling } = tool.requires
  if (!elicitation && !sampling) return undefined
  const missing = (['elicitation', 'sampling'] as const).filter(
    (need) => tool.requires[need] && !recorder.header.can[need],
  )
  return missing.length === 0 ? undefined : new ToolCapabilityError(tool.name, missing)
}

/** The parameters as the body sees them, from the raw arguments (R11). */
export function checkParams(tool: McpTool, params: unknown): MaybePromise<Checked<unknown>> {
  return tool.parameters === undefined ? { type: 'valid', value: params } : check(tool.parameters, params)
}

/** How a run ends with what its body returned: as the output schema gives it, and only if JSON can carry it (R11). */
export function toStop<T>({ name, output }: McpTool, returned: unknown): MaybePromise<Stop<T>> {
  if (output === undefined) return toCompleted(name, returned)
  return andThen(check(output, returned), (checked) => {
    if (checked.type === 'valid') return toCompleted(name, checked.value)
    const error = new ToolOutputError(`${name} returned what its output schema refuses: ${checked.problem}`)
    return { type: 'failed', error }
  })
}

function toCompleted<T>(name: string, value: unknown): Stop<T> {
  // What is no object and is JSON already needs no copy.
  if (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    value == null ||
    (Number.isFinite(value) && value !== 0)
  ) {
    return { type: 'completed', value: value as T }
  }
  const what = `the result of ${name}`
  try {
    if (!(value instanceof ToolContent)) return { type: 'completed', value: toJson(value, what, ANY_SIZE) as T }
    const { blocks, structured } = value
    toJson({ blocks, structured }, what, ANY_SIZE)
    return { type: 'completed', value: value as T }
  } catch (error) {
    return { type: 'failed', error: toError(error) }
  }
}

/** A result is sent, not recorded; it may hold an image. */
const ANY_SIZE = Number.POSITIVE_INFINITY

import type { Limits } from './branch.ts'
import type { ToolContext } from './context.ts'
import type { ElicitKey, Elicits } from './elicit.ts'
import type { Operation } from './operation.ts'
import type { Schema } from './schema.ts'

/** What MCP hosts are told about a tool's behaviour. */
export interface ToolAnnotations {
  title?: string
  readOnlyHint?: boolean
  destructiveHint?: boolean
  idempotentHint?: boolean
  openWorldHint?: boolean
}

export interface ToolRequirements {
  elicitation?: boolean
  sampling?: boolean
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
  /** What the author declared: the types of `withArguments`, plugins and scripts come from here. */
  readonly elicits: TElicits
  /** The same questions, checked, with their wire schemas. */
  readonly questions: Readonly<Record<string, ElicitKey>>
  readonly output: Schema | undefined
  readonly annotations: ToolAnnotations | undefined
  readonly requires: ToolRequirements
  readonly limits: Limits
  readonly task: 'never' | 'auto' | 'required'
  readonly approval: 'none' | 'confirm'
  readonly carrier: 'auto' | 'stored'
  readonly version: string | undefined
  /** The body. Its parameters are a method's, so that a tool of any shape is an `McpTool`. */
  execute(params: never, ctx: ToolContext<TElicits>): Operation<TResult>
}

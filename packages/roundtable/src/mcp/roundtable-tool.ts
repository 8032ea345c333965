import {
  createMcpTool,
  type McpTool,
  type Operation,
  type QuietContext,
  type Schema,
  type ToolAnnotations,
  ToolContent,
} from '@sweatpants/framework'
import { z } from 'zod'
import { describeIssues } from '../debate/describe-issues.ts'
import { isRefusal, type Refusal, refuse, toErrorContent } from './refusal.ts'

export interface ToolDefinition<I extends z.ZodType, O extends z.ZodType> {
  name: string
  description: string
  input: I
  output: O
  annotations: ToolAnnotations & { title: string }
  task?: McpTool['task']
  /** Whether `execute` refuses invalid input itself, because some of it counts. */
  checksInput?: boolean
  execute(input: z.output<I>, ctx: QuietContext): Operation<z.input<O> | Refusal>
}

/** Creates a tool whose refusals, also of invalid arguments, are errors with a code and a message. */
export function createRoundtableTool<I extends z.ZodType, O extends z.ZodType>(
  definition: ToolDefinition<I, O>,
): McpTool {
  const { name, description, input, output, annotations, task = 'never', checksInput = false, execute } = definition
  return createMcpTool(name)
    .description(description)
    .parameters(orRefused(toStrict(input), checksInput))
    .output(orContent(output))
    .annotations(annotations)
    .task(task)
    .execute(function* (given, ctx) {
      const result = given.type === 'refused' ? given : yield* execute(given.input, ctx)
      return isRefusal(result) ? toErrorContent(result) : result
    })
    .build()
}

/** Refuses unknown keys: a misspelled limit must not be void. */
const toStrict = <S extends z.ZodType>(schema: S): S =>
  // Only the unknown keys of the object change, so the type stays.
  schema instanceof z.ZodObject ? (schema.strict() as z.ZodType as S) : schema

/** A recorded call may have a million characters, escapes included. */
const MOST_CHARACTERS = 900_000

const TOO_LONG = `the arguments are longer than ${MOST_CHARACTERS} characters; answer context requests in several calls: what a refused call was given is kept`

type Given<T> = { type: 'accepted'; input: T } | Refusal

/** Advertises the schema, and passes invalid input to the tool as a refusal, or as it is if the tool checks it. */
function orRefused<S extends z.ZodType>(schema: S, isCheckedLater: boolean): Schema<z.input<S>, Given<z.output<S>>> {
  const { jsonSchema } = schema['~standard']
  return {
    '~standard': {
      version: 1,
      vendor: 'zod',
      jsonSchema,
      async validate(value = {}) {
        if (JSON.stringify(value).length > MOST_CHARACTERS) return { value: refuse('invalid', TOO_LONG) }
        const { success, data, error } = await schema.safeParseAsync(value)
        // The tool treats it as unknown.
        if (isCheckedLater && typeof value === 'object' && value !== null)
          return { value: { type: 'accepted', input: value as z.output<S> } }
        return {
          value: success ? { type: 'accepted', input: data } : refuse('invalid', describeIssues(error, schema)),
        }
      },
    },
  }
}

/** Lets errors pass, which are content without an output schema. */
function orContent<S extends z.ZodType>(schema: S): Schema<z.input<S> | ToolContent, z.output<S> | ToolContent> {
  const { jsonSchema, validate } = schema['~standard']
  return {
    '~standard': {
      version: 1,
      vendor: 'zod',
      jsonSchema,
      validate: (value) => (value instanceof ToolContent ? { value } : validate(value)),
    },
  }
}

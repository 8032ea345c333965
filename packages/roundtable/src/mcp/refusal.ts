import { type Json, SweatpantsError, ToolContent } from '@sweatpants/framework'

/** What a caller cannot have. A value and not an error, because a step that throws is told in other words than its own. */
export interface Refusal {
  type: 'refused'
  code: string
  message: string
  details?: Json | undefined
}

export const refuse = (code: string, message: string, details?: Json): Refusal => ({
  type: 'refused',
  code,
  message,
  ...(details !== undefined && { details }),
})

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && (value as Partial<Refusal>).type === 'refused'

/** What the function comes to; an error that has a code, of the roundtable or of a model, is a refusal. */
export async function orRefusal<T>(attempt: () => T | PromiseLike<T>): Promise<T | Refusal> {
  try {
    return await attempt()
  } catch (error) {
    const { code, message, details } = error as { code?: unknown; message: string; details?: Json }
    if (!(error instanceof SweatpantsError) || typeof code !== 'string') throw error
    return refuse(code, message, details)
  }
}

/** The sentence for everyone, and the code beside it: clients do not hold the data of an error against the output schema. */
export const toErrorContent = ({ code, message, details }: Refusal): ToolContent =>
  new ToolContent([{ type: 'text', text: message }], true, { code, message, ...(isRecord(details) && details) })

const isRecord = (value: unknown): value is Record<string, Json> => typeof value === 'object' && value !== null

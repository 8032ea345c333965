import { type Json, StoreError, SweatpantsError, ToolContent } from '@sweatpants/framework'
import type { Roundtable } from '../debate/roundtable.ts'

/** A request that is refused. It is a value, because the error of a step loses its own code. */
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

/** Returns the result of the function, or a refusal for an error with a code, of the roundtable, of a model or of the store. */
export async function orRefusal<T>(
  roundtable: Pick<Roundtable, 'report'>,
  attempt: () => T | PromiseLike<T>,
): Promise<T | Refusal> {
  try {
    return await attempt()
  } catch (error) {
    const { code, message, details } = error as { code?: unknown; message: string; details?: Json }
    if (error instanceof StoreError) roundtable.report(error)
    if (!(error instanceof SweatpantsError) || typeof code !== 'string') throw error
    return refuse(code, message, details)
  }
}

/** Returns the message as text and the code as structured content, which clients do not validate for errors. */
export const toErrorContent = ({ code, message, details }: Refusal): ToolContent =>
  new ToolContent([{ type: 'text', text: message }], true, { code, message, ...(isRecord(details) && details) })

const isRecord = (value: unknown): value is Record<string, Json> => typeof value === 'object' && value !== null

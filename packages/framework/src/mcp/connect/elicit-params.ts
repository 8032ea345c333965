import { SweatpantsError } from '../../tools/errors.ts'
import type { ElicitForm } from '../../tools/hosted-elicit.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import { ELICIT_META } from '../core/input-request.ts'

/** A server's form. One of ours adds the context that its plugins show. */
export function fromElicitParams(params: Record<string, unknown>): Omit<ElicitForm, 'key'> {
  const { mode, message, requestedSchema, _meta } = params
  if (mode !== undefined && mode !== 'form') {
    throw new SweatpantsError(`the host asks by form, as it has declared, and not by ${JSON.stringify(mode)}`)
  }
  const { context } = ((_meta as Record<string, unknown> | undefined)?.[ELICIT_META] ?? {}) as { context?: unknown }
  const shown = typeof context === 'object' && context !== null && !Array.isArray(context)
  return {
    message: String(message),
    schema: requestedSchema as JsonSchema,
    ...(shown && { context: context as Record<string, unknown> }),
  }
}

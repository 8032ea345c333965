import type { SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { JsonSchema } from '../tools/schema.ts'

/** In which ways a provider differs from the others; the adapter asks for these, never for a name. */
export interface Traits {
  /** How data that matches a schema is best asked for: by the provider's own means, or by a tool that must be called. */
  structured: 'native' | 'tool'
  /** Whether tools that only the history mentions must be declared as well. */
  declaresHistory?: boolean
  /** Whether the model can be given tools. Where it cannot, a history with tool calls is told as text. */
  tools?: boolean
  /** Whether earlier thoughts may be sent back. Default true. */
  keepsReasoning?: boolean
  /** Whether a result of a tool may hold pictures. Where it may not, the person is made to send them. Default true. */
  resultFiles?: boolean
  /** The least that may be asked for as `maxTokens`. */
  minTokens?: number
  /** Whether an answer always says why it ended, so that one which does not was cut off. */
  saysWhyItEnded?: boolean
  /** Sent with every request, or with one for `schema`. */
  options?: (schema: JsonSchema | undefined) => SharedV4ProviderOptions
}

/** What can be expected of any model that speaks the interface. */
export const plainTraits: Traits = { structured: 'tool' }

import type { Json } from './schema.ts'
import type { Situation } from './situation.ts'

/** A `text` is for a person; the first one of a conversation is labelled as the demo model's. `data` is returned as bare JSON. */
export type Answer =
  | { type: 'text'; text: string }
  | { type: 'data'; value: Json }
  | { type: 'call'; name: string; input: Json }

/** One more thing that the demo model can do, for the prompts that the voice recognizes. */
export interface Voice {
  /** Completes the sentence "I can …" when the model introduces itself. */
  readonly ability: string
  /** Returns the part to play in this situation, or `undefined` if the prompt is not meant for this voice. */
  read(situation: Situation): Part | undefined
}

/** What a voice has to say in one situation. The demo model puts it into the form that the prompt asks for. */
export interface Part {
  /** A tool to call first, if the model may choose it. `values` go into its arguments by name. */
  call?: { name: string; values: Readonly<Record<string, Json>> } | undefined
  /** Values by field name, for a prompt that asks for data. Fields without a value are filled by their schema. */
  values?: Readonly<Record<string, Json>>
  /** The answer to a prompt that asks for no data. */
  answer: Answer
}

import { LIMITS } from '../debate/input.ts'
import type { Roundtable } from '../debate/roundtable.ts'
import { MODES } from '../modes/index.ts'
import type { Mode } from '../modes/mode.ts'
import type { Candidate } from '../panel/panel.ts'
import { PERSONAS } from '../panel/seat-guests.ts'
import { toTitle } from '../session/name-seats.ts'

/** What a caller can choose from for a new debate. */
export interface Offer {
  candidates: Candidate[]
  modes: Pick<Mode, 'name' | 'title' | 'summary'>[]
  personas: { title: string; persona: string }[]
  /** Connected tools that the seats can use. `origin` is the name of the server of a tool. */
  tools: { name: string; description?: string; origin?: string }[]
  /** What a debate begins with if its caller does not say. */
  defaults: { webSearch: boolean; tools: string[] }
  limits: typeof LIMITS
}

/** Returns the models, modes and personas without asking a model. */
export const toOffer = async ({ panel, tools, defaults }: Roundtable): Promise<Offer> => ({
  candidates: await panel.candidates(),
  modes: MODES.map(({ name, title, summary }) => ({ name, title, summary })),
  personas: PERSONAS.map((persona) => ({ title: toTitle(persona), persona })),
  tools: tools.map(({ name, description, origin }) => ({
    name,
    ...(description !== undefined && { description }),
    ...(origin !== undefined && { origin }),
  })),
  defaults: {
    webSearch: defaults.webSearch ?? false,
    tools: tools.map(({ name }) => name).filter((name) => defaults.tools?.includes(name) ?? true),
  },
  limits: LIMITS,
})

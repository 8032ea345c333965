import { LIMITS } from '../debate/input.ts'
import type { Roundtable } from '../debate/roundtable.ts'
import { MODES } from '../modes/index.ts'
import type { Mode } from '../modes/mode.ts'
import type { Candidate } from '../panel/panel.ts'
import { PERSONAS } from '../panel/personas.ts'

/** What a debate can be made of. */
export interface Offer {
  candidates: Candidate[]
  modes: Pick<Mode, 'name' | 'title' | 'summary'>[]
  personas: { title: string; persona: string }[]
  limits: typeof LIMITS
}

/** Asks no model. */
export const toOffer = async ({ panel }: Roundtable): Promise<Offer> => ({
  candidates: await panel.candidates(),
  modes: MODES.map(({ name, title, summary }) => ({ name, title, summary })),
  personas: PERSONAS.map((persona) => ({ title: toTitle(persona), persona })),
  limits: LIMITS,
})

/** Who it is, without what they ask: `A systems thinker who follows effects…` is a systems thinker. */
function toTitle(persona: string): string {
  const title = /^An? (.+?) (?:who|for) /.exec(persona)?.[1] ?? persona
  return title.charAt(0).toUpperCase() + title.slice(1)
}

import type { Session } from '../session/session.ts'
import { citationsSection } from './citations-section.ts'
import { decisionSection } from './decision-section.ts'
import { openingSection } from './opening-section.ts'
import { contextSection, failuresSection, thoughtsSection, usageSection } from './record-sections.ts'
import { positionsSection, roundsSection } from './rounds-section.ts'

/** In the order in which a person wants to know. */
const SECTIONS = [
  openingSection,
  decisionSection,
  positionsSection,
  roundsSection,
  failuresSection,
  contextSection,
  citationsSection,
  usageSection,
  thoughtsSection,
]

/** A debate to read. What agents and others said is shown as they said it and is never markup. */
export const toMarkdown = (session: Session): string =>
  `${SECTIONS.flatMap((section) => section(session)).join('\n\n')}\n`

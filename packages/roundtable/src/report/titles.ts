import type { ClaimState } from './claims.ts'

/** How a claim stands, in a word. */
export const CLAIM_STATES: Readonly<Record<ClaimState, string>> = {
  agreed: 'Agreed',
  contested: 'Contested',
  sourced: 'Sourced',
  unsupported: 'Unsupported',
}

/** The titles of the parts of a report, on the page, in the terminal and in exports. */
export const TITLES = {
  question: 'What is decided',
  vote: 'The vote',
  proposals: 'Proposals that say the same',
  ranking: 'How the panel ranks the answers',
  changed: 'Who changed their mind',
  kept: 'Who kept their answer',
  unheard: 'Not heard',
  sureness: 'How sure',
  computed: 'How this is computed',
  backing: 'Who is behind it',
  weights: 'How much each panellist counts',
  dissent: 'Who disagreed',
  changes: 'What would change it',
  warnings: 'Be careful',
  positions: 'Positions over rounds',
  agreement: 'Who agrees with whom',
  claims: 'Arguments',
  sources: 'Other sources',
  leftOut: 'What the panel did not read',
  transcript: 'Transcript',
} as const

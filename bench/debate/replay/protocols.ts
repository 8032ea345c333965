import type { PanelKind } from './panels.ts'

/** How a dataset is replayed, and the least and most that its scores must reach. */
export interface Protocol {
  /** Whether a random panel draws the family of each seat first, so that a large family does not fill it. */
  drawsFamilies: boolean
  limits: readonly Limit[]
}

/** A limit for a number of a rule on a kind of panel. Gains and shares of right answers are in points. */
export type Limit = { rule: string; kind?: PanelKind } & (
  | { number: 'majority' | 'best seat' | 'right at 50 %'; least: number }
  | { number: 'calibration error' | 'calibration error of the worst kind of panel'; most: number }
)

/** Limits that hold on every kind of question. */
const USUAL: readonly Limit[] = [
  { rule: 'nothing known', number: 'majority', least: -0.05 },
  { rule: '5 outcomes', kind: 'strong', number: 'majority', least: -0.5 },
  { rule: '20 outcomes', kind: 'strong', number: 'majority', least: -0.5 },
]

/** The limits for answers to MMLU-Pro; both datasets have them, with their own gains. */
const LIMITS: readonly Limit[] = [
  ...USUAL,
  { rule: '50 outcomes', number: 'best seat', least: -0.2 },
  { rule: '50 outcomes', kind: 'strong', number: 'best seat', least: 0.8 },
  { rule: 'nothing known', number: 'calibration error', most: 0.05 },
  { rule: '50 outcomes', number: 'calibration error', most: 0.03 },
  { rule: '50 outcomes', number: 'calibration error of the worst kind of panel', most: 0.07 },
]

const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  'mmlu-pro': {
    drawsFamilies: false,
    limits: [
      ...LIMITS,
      { rule: '50 past debates', number: 'majority', least: 1.4 },
      { rule: 'table', number: 'majority', least: 3.2 },
      { rule: '20 outcomes', number: 'majority', least: 3 },
      { rule: '50 outcomes', number: 'majority', least: 4.2 },
      { rule: '50 outcomes', number: 'right at 50 %', least: 78.5 },
    ],
  },
  'mmlu-pro-2025': {
    drawsFamilies: true,
    limits: [
      ...LIMITS,
      { rule: '50 past debates', number: 'majority', least: 2 },
      { rule: 'table', number: 'majority', least: 2.4 },
      { rule: '20 outcomes', number: 'majority', least: 3.8 },
      { rule: '50 outcomes', number: 'majority', least: 4.7 },
      { rule: '50 outcomes, with confidence', number: 'calibration error', most: 0.035 },
      { rule: '50 outcomes, with confidence', number: 'right at 50 %', least: 92 },
    ],
  },
}

/** Other questions: an unknown difficulty may spoil a probability until there are outcomes. */
const OTHER: Protocol = {
  drawsFamilies: false,
  limits: [
    ...USUAL,
    { rule: 'nothing known', number: 'calibration error', most: 0.05 },
    { rule: '20 outcomes', number: 'calibration error', most: 0.03 },
  ],
}

/** The protocol of the dataset with this name. */
export const protocolOf = (name: string): Protocol => PROTOCOLS[name] ?? OTHER

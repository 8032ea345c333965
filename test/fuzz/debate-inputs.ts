/** All that a debate can be started with, between these models. */
export const startInput = (one: string, other: string) => ({
  topic: 'Tabs or spaces?',
  mode: 'expert-panel',
  agents: [one, { model: other, persona: 'A pirate' }],
  agentCount: 2,
  rounds: 2,
  perspectives: ['cost', 'speed'],
  answers: ['Tabs', 'Spaces'],
  exitOnConsensus: true,
  budget: { tokens: 100_000, usd: 1 },
})

/** All that it can be gone on with; where it says so, the id of what a seat asked is put in. */
export const continueInput = {
  round: 2,
  focusQuestion: 'What about cost?',
  contextResults: [{ requestId: '<request>', success: true, result: 'Two.', error: 'None.' }],
}

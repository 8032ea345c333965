import type { Side } from './brief.ts'

/** An argument of the demo model: its point, and the reason for it. */
export interface Argument {
  point: string
  why: string
}

// Scripted, and general enough for any topic. The notice of every debate says so.

export const ARGUMENTS: Readonly<Record<Side, readonly Argument[]>> = {
  support: [
    {
      point: 'A small trial would show within weeks whether it works.',
      why: 'A trial can be ended, so the risk is bounded.',
    },
    {
      point: 'Waiting has a cost that no one has counted.',
      why: 'Every month without it, the present problems continue.',
    },
    {
      point: 'The risks are known and can be watched.',
      why: 'Known risks get an owner and a limit; unknown ones come with every option.',
    },
    { point: 'Others have done it and kept it.', why: 'People rarely keep what does not work.' },
    {
      point: 'It leaves more options open than it closes.',
      why: 'A step that can be taken back is worth more than a perfect plan.',
    },
  ],
  oppose: [
    {
      point: 'The cost comes first, and it is certain.',
      why: 'The gain comes later, and no one has shown how large it is.',
    },
    { point: 'A smaller step would teach the same.', why: 'The cheapest experiment should come before the large one.' },
    { point: 'It binds people who are needed elsewhere.', why: 'Attention is the scarcest resource in most plans.' },
    { point: 'It is hard to take back.', why: 'Once people depend on it, ending it costs more than starting it did.' },
    { point: 'The numbers behind it are guesses.', why: 'A decision of this size should rest on something measured.' },
  ],
}

/** Proposals for open questions. */
export const PROPOSALS: readonly (Argument & { proposal: string })[] = [
  {
    proposal: 'Run a small trial first',
    point: 'A trial answers what no debate can.',
    why: 'Four weeks and two volunteers are enough to see the main effect.',
  },
  {
    proposal: 'Ask the people affected',
    point: 'The people affected know what would fail.',
    why: 'Ten conversations cost a day and save a wrong start.',
  },
  {
    proposal: 'Measure the present state, then decide',
    point: 'Without a baseline, success cannot be told from luck.',
    why: 'One number a week, for a month, is a baseline.',
  },
  {
    proposal: 'Use the simplest option that works',
    point: 'Simple things are cheap to replace.',
    why: 'Most needs are smaller than they look at the start.',
  },
]

export const FOR_OPTION: readonly Argument[] = [
  { point: 'It fits what is there already.', why: 'What fits needs no second project to make room for it.' },
  { point: 'Its failures are easier to see and to mend.', why: 'A failure that shows early is a small failure.' },
  { point: 'More people know how to work with it.', why: 'Help is then never far away.' },
  { point: 'It costs less over three years.', why: 'The first price is the smaller part of the cost.' },
]

export const FOR_ESTIMATE: readonly Argument[] = [
  { point: 'Comparable cases took about that.', why: 'The outside view beats a sum of hopeful parts.' },
  { point: 'The first half always goes faster than the second.', why: 'Unknown work shows up late.' },
  { point: 'The range matters more than the middle.', why: 'A plan breaks at its upper end.' },
]

import type { ContextRequest } from '@sweatpants/roundtable/browser'

/** The texts of the questions that panellists ask you. */
export const texts = {
  title: 'The panel needs information from you',
  given: 'Your answers for the panel',
  allAnswered: 'All required answers are given. The whole panel sees your answers in the next round.',
  someMissing:
    'The next round starts after the required answers. If you cannot answer a question, mark it as unavailable.',
  priorities: { required: 'Required', optional: 'Optional' } satisfies Record<ContextRequest['priority'], string>,
  asks: 'asks',
  answer: 'Answer',
  why: 'Why it is unavailable',
  save: 'Save answer',
  saveUnavailable: 'Save as unavailable',
  markUnavailable: 'Mark as unavailable',
  answerInstead: 'Answer it instead',
  answered: 'Answered',
  markedUnavailable: 'Marked as unavailable',
  attach: 'Attach a text file',
  file: 'Text file',
  problems: {
    noAnswer: 'Write or attach an answer.',
    noReason: 'Say why it is unavailable.',
    largeFile: (name: string, bytes: number, limit: number) => `${name} has ${exactly(bytes)} bytes. ${sayMost(limit)}`,
    notText: (name: string) => `${name} is not a text file. Attach text, such as .txt, .md, .csv or .json.`,
    longAnswer: (name: string, length: number, limit: number) =>
      `With ${name}, your answer would have ${exactly(length)} characters. ${sayMost(limit)}`,
  },
}

const exactly = (number: number): string => number.toLocaleString('en')

const sayMost = (limit: number): string =>
  `An answer has at most ${exactly(limit)} characters: attach a shorter file, or paste the part that matters.`

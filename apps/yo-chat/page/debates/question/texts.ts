import { type QuestionKind, sayCount } from '@sweatpants/roundtable/browser'

/** The texts of the fields that say which kind of question it is. */
export const texts = {
  kind: 'Kind of question',
  kinds: {
    '': 'Let a model decide',
    proposition: 'Yes or no',
    choice: 'A choice between answers',
    estimate: 'A number',
    open: 'Open: the panel proposes answers',
  } satisfies Record<QuestionKind | '', string>,
  proposition: 'Proposition',
  propositionHint: 'A sentence to be for or against. Leave it empty to use the question.',
  yes: 'What supporters say',
  yesExample: 'Yes, migrate now',
  no: 'What opponents say',
  noExample: 'No, do not migrate now',
  answers: 'Possible answers',
  answersHint: 'One per line, if the question is a choice. Leave it empty to let a model decide.',
  choiceHint: 'One per line.',
  answersExample: 'Yes\nNo\nOnly at weekends',
  unit: 'Unit',
  unitExample: 'weeks',
  quantity: 'What it measures',
  quantityHint: 'Leave it empty to use the question.',
  values: 'It depends on values or taste',
  valuesHint: 'No answer can turn out right or wrong, so no probability is given.',
  correct: 'Correct how the question is read',
  correctHint:
    'Earlier answers do not count for a corrected question. Each panellist first answers it in private, then in the round.',
  problems: {
    some: 'Please fix the fields marked above.',
    oneAnswer: 'Enter at least two answers, or leave it empty.',
    fewAnswers: 'Enter at least two answers.',
    manyAnswers: (count: number, limit: number) => `Enter at most ${sayCount(limit, 'answer')}; there are ${count}.`,
    sameAnswers: 'Two answers are the same.',
    noUnit: 'Enter the unit of the number.',
    tooLong: (length: number, limit: number) =>
      `This has at most ${limit.toLocaleString('en')} characters; there are ${length.toLocaleString('en')}.`,
  },
}

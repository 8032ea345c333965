import type { Role } from '../session/seat.ts'
import { type Mode, oneByOne, phaseOf } from './mode.ts'

const QUESTIONER: Role = {
  name: 'Questioner',
  instruction:
    'Find what the others take for granted, and ask about it. Do not lecture; your position is what the answers have shown so far.',
}

const RESPONDENT: Role = {
  name: 'Respondent',
  instruction:
    'Answer the questions that were put, each one, directly. Admit what you do not know, and follow where the answer leads.',
}

const ALONE: Role = {
  name: 'Inquirer',
  instruction: 'You are the only speaker: put the questions yourself, and answer them as if another speaker had asked.',
}

const QUESTIONS = {
  first:
    'Ask two or three questions that the topic turns on: what its words mean, what it assumes, what would refute it.',
  later:
    'Pick the answer that the most depends on and ask what follows from it, or where it contradicts another answer. Two or three questions, each aimed at something that was said.',
  last: 'Ask nothing more. Say what the answers have shown, what they have refuted, and what stays open.',
}

const ANSWERS = {
  first:
    'Say what you hold and what you take for granted in holding it. Put the question that would hit it hardest, and answer it.',
  later:
    'Answer each question that was put since you last spoke. Where an answer contradicts something that you said before, say which of the two you give up.',
  last: 'Answer what is still open, then say what you hold now and which question changed it, if one did.',
}

export const socratic = {
  name: 'socratic',
  title: 'Socratic',
  summary: 'One panellist asks, the others answer, until it shows what the opinions rest on.',
  rules: [
    'A question is short, about one thing, and meant: no question that hides a claim.',
    'An answer begins with the answer.',
    'Put questions and answers into the reasoning.',
  ],
  recall: { speakers: 'names', rounds: 'all', statistics: false },
  opensWithBallot: true,
  order: oneByOne,
  assignRoles: (count) =>
    count === 1 ? [ALONE] : Array.from({ length: count }, (_, index) => (index === 0 ? QUESTIONER : RESPONDENT)),
  instruct: (turn) => (turn.seat.role?.name === QUESTIONER.name ? QUESTIONS : ANSWERS)[phaseOf(turn)],
} satisfies Mode & { name: 'socratic' }

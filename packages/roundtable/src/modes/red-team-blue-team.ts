import type { Role, Seat } from '../session/seat.ts'
import { type Mode, phaseOf } from './mode.ts'
import { findOpposingSide } from './opposing-side.ts'

const RED: Role = {
  name: 'Red team',
  instruction:
    'You are on the red team: find how the proposal of the topic fails, is abused or breaks. Where the topic is a choice, its first possible answer is the proposal.',
  stance: 'oppose',
}

const BLUE: Role = {
  name: 'Blue team',
  instruction:
    'You are on the blue team: defend the proposal of the topic by making it stand up to attack. Where the topic is a choice, its first possible answer is the proposal.',
  stance: 'support',
}

const ATTACK = {
  first: 'Name the ways in which it fails, the worst first: what triggers each, what it costs, how likely it is.',
  later:
    'Test the defence that was put up: which of your attacks does it really stop? Press those that it does not, and add one that it opens.',
  last: 'List the attacks that still work, the worst first, and withdraw those that were answered.',
}

const DEFEND = {
  first: 'Say how it holds up: the attacks to expect, what stops each, and what that costs.',
  later:
    'Answer the attacks one by one: stopped, made smaller, or accepted, with the measure and its cost. Dodge none.',
  last: 'Give the proposal as it should be carried out after all this, and the risks that remain and who bears them.',
}

const isRed = ({ role }: Seat): boolean => role?.name === RED.name

export const redTeamBlueTeam = {
  name: 'red-team-blue-team',
  title: 'Red team, blue team',
  summary: 'One team attacks; the other has heard the attack and defends, in every round.',
  rules: [
    'Stay on your team throughout; what you think yourself you have said in the ballot.',
    'An attack names its trigger and its damage. A defence names its measure and its cost.',
    'Repeat nothing that your team has said already.',
  ],
  recall: { speakers: 'names', rounds: 'all', statistics: false },
  opensWithBallot: true,
  order: (seats) => [seats.filter(isRed), seats.filter((seat) => !isRed(seat))].filter((team) => team.length > 0),
  assignRoles: (count) => Array.from({ length: count }, (_, index) => (index % 2 === 0 ? RED : BLUE)),
  instruct: (turn) => (isRed(turn.seat) ? ATTACK : DEFEND)[phaseOf(turn)],
  findViolation: findOpposingSide,
} satisfies Mode & { name: 'red-team-blue-team' }

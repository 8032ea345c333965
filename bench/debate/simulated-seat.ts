import type { Model, ModelRequest } from '@sweatpants/framework/models'
import { type Question, sureness, type View } from './question.ts'
import { createRandom } from './random.ts'
import { type Reading, readPrompt, readQuestion, type Shown } from './read-prompt.ts'
import { answersOf, familiesOf, nameOf, type Regime } from './regime.ts'

interface Stance extends View {
  strength: number
  changeReason?: string
}

/** The probability that a seat gives a reason when it follows the others without being convinced. */
const EXCUSE = 0.5

/** The model of all seats of a regime. It knows who is asked what from the prompt, and nothing of others but that. */
export function createSimulatedModel(regime: Regime, seed: number, questionOf: (index: number) => Question): Model {
  const names = familiesOf(regime).map((family, index) => nameOf(index, family))
  return {
    id: 'simulated/seat',
    async answer(request) {
      const message = textOf(request.messages[0]!)
      const text = isSpeech(request) ? speak(request, message) : isBallot(message) ? vote(request, message) : SUMMARY
      return { model: 'simulated', content: { type: 'text', text } }
    },
  }

  function vote({ systemPrompt = '' }: ModelRequest, message: string): string {
    const { self, question } = readQuestion(systemPrompt, message)
    const { answer, confidence } = questionOf(question).view(names.indexOf(self), 1)
    return JSON.stringify({ position: `It is ${answer}.`, answer, confidence })
  }

  function speak({ systemPrompt = '' }: ModelRequest, message: string): string {
    const reading = readPrompt(systemPrompt, message)
    const seat = names.indexOf(reading.self)
    const stance = takeStance(regime, seed, seat, questionOf(reading.question), reading)
    return JSON.stringify({
      position: `It is ${stance.answer}.`,
      answer: stance.answer,
      confidence: stance.confidence,
      reasoning: 'As argued.',
      keyPoints: [`The argument has strength ${stance.strength.toFixed(2)}.`],
      ...(stance.changeReason !== undefined && { changeReason: stance.changeReason }),
    })
  }
}

const SUMMARY = JSON.stringify({ summary: 'So it went.', keyPoints: [] })

/** Only who speaks holds the toolkit; who votes and who sums up do not. */
const isSpeech = ({ tools }: ModelRequest): boolean => tools !== undefined

const isBallot = (message: string): boolean => message.includes('private ballot')

function textOf({ content }: ModelRequest['messages'][number]): string {
  const [block] = [content].flat()
  if (block?.type !== 'text') throw new Error('expected the prompt of the engine to be text')
  return block.text
}

function takeStance(regime: Regime, seed: number, seat: number, question: Question, reading: Reading): Stance {
  const own = reading.shown.findLast(({ from }) => from === reading.self)
  const isAdversary = seat >= regime.seats.length
  if (own === undefined || isAdversary) {
    const view = question.view(seat)
    return { ...view, strength: question.strength(seat, view.answer) }
  }
  const others = newestOfOthers(reading)
  const random = createRandom(regime.name, seed, reading.question, 'round', reading.round, seat)
  const pulls = answersOf(regime).map((answer) => {
    const strengths = [own, ...others].filter((one) => one.answer === answer).map(({ strength }) => strength)
    const crowd = regime.conformity * shareOf(others, answer)
    const argument = strengths.length === 0 ? -1 : Math.max(...strengths)
    const noise = -Math.log(-Math.log(random.uniform() || 0.5))
    const stays = answer === own.answer ? regime.stubbornness : 0
    return { answer, crowd, total: stays + crowd + regime.persuadability * argument + 0.5 * noise, argument }
  })
  const chosen = pulls.reduce((best, pull) => (pull.total > best.total ? pull : best))
  const left = pulls.find(({ answer }) => answer === own.answer)!
  const isConvinced = regime.persuadability * (chosen.argument - left.argument) > chosen.crowd - left.crowd
  const givesReason = chosen !== left && (isConvinced || random.uniform() < EXCUSE)
  const first = question.view(seat)
  const logOdds = Math.log(first.confidence / (1 - first.confidence))
  // Agreement raises confidence, regardless of what the others know.
  const herd = (0.5 + 0.4 * regime.conformity) * (shareOf(others, chosen.answer) - 0.5) * 2
  return {
    answer: chosen.answer,
    confidence: sureness(Math.max(0, logOdds) + herd),
    strength: question.strength(seat, chosen.answer),
    ...(givesReason && { changeReason: isConvinced ? 'That argument is better.' : 'I see it now.' }),
  }
}

function newestOfOthers({ shown, self }: Reading): Shown[] {
  const last = Math.max(...shown.map(({ round }) => round))
  return shown.filter(({ from, round }) => from !== self && round === last)
}

const shareOf = (others: readonly Shown[], answer: string): number =>
  others.length === 0 ? 0 : others.filter((one) => one.answer === answer).length / others.length

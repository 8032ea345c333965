import type { ConsensusResult, Decision } from '../session/consensus.ts'

/** A recommendation for the person who decides, in a sentence or two. */
export function recommend(result: Omit<ConsensusResult, 'recommendation'>): string {
  const { level, leading, decision, vote, seats, warnings, dissent } = result
  const voted = vote.reduce((sum, { agentIds }) => sum + agentIds.length, 0)
  if (voted === 0)
    return 'Nobody was heard, so there is nothing to decide on. See why the seats failed, and hold the round again.'
  if (level === 'insufficient')
    return `Only ${voted} of ${seats.total} seats ${voted === 1 ? 'was' : 'were'} heard, which is too few to rely on. Hear the others before you decide.`
  if (leading === undefined) return divided(result)
  if (decision !== undefined && decision.answer !== leading) return turned(result, decision)
  const [warning] = warnings
  return [
    ADVICE[level](describe(leading, result), behind(result)),
    ...(dissent.length > 0 && level === 'medium' ? ['Read the dissent before you decide.'] : []),
    ...(warning === undefined ? [] : [`Be careful: ${uncapitalize(warning)}`]),
  ].join(' ')
}

const ADVICE = {
  high: (it: string, who: string) => `Go with ${it}: ${who}.`,
  medium: (it: string, who: string) => `Lean towards ${it}: ${who}.`,
  low: (it: string, who: string) => `There is no agreement to rely on. Most is said for ${it}: ${who}.`,
}

function behind({ leading, vote, seats, families, probability }: Omit<ConsensusResult, 'recommendation'>): string {
  const count = vote.find(({ answer }) => answer === leading)?.agentIds.length ?? 0
  const share = `${count} of ${seats.total} seats, of ${families.length} model ${families.length === 1 ? 'family' : 'families'}`
  const odds = probability === undefined ? '' : `; about ${Math.round(probability * 100)}% likely to be right`
  return `${share}${odds}`
}

/** The votes do not show whether seats were convinced by a right answer or by a persuasive speaker. */
function turned(result: Omit<ConsensusResult, 'recommendation'>, decision: Decision): string {
  const ended = `The seats ended with ${describe(result.leading!, result)}: ${behind(result)}.`
  const changed = result.flips.length === 0 ? '' : ' Read why they changed before you follow them.'
  return `${ended} ${alone(result, decision)}${changed}`
}

const alone = (result: Omit<ConsensusResult, 'recommendation'>, { answer, probability }: Decision): string =>
  `What they held on their own speaks for ${describe(answer, result)}, about ${Math.round(probability * 100)}% likely to be right.`

function divided(result: Omit<ConsensusResult, 'recommendation'>): string {
  const most = result.vote[0]!.agentIds.length
  const tied = result.vote.filter(({ agentIds }) => agentIds.length === most)
  const sides = tied.map(({ answer }) => describe(answer, result)).join(' and ')
  const tie = `The seats are divided between ${sides}, with ${most} each.`
  const lean = result.decision === undefined ? '' : ` ${alone(result, result.decision)}`
  return `${tie}${lean} Decide by their reasons, or ask what would settle it.`
}

const SIDES: Readonly<Record<string, string>> = {
  support: 'being for it',
  oppose: 'being against it',
  neutral: 'taking no side yet',
}

const describe = (answer: string, { basis }: Pick<ConsensusResult, 'basis'>): string =>
  basis === 'stances' ? (SIDES[answer] ?? answer) : `“${answer.length > 200 ? `${answer.slice(0, 199)}…` : answer}”`

const uncapitalize = (text: string): string => text[0]!.toLowerCase() + text.slice(1)

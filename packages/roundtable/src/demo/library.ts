import type { Side } from './brief.ts'

/** What an argument is about. An answer to it is an argument of the other side about the same. */
export type About = 'cost' | 'time' | 'people' | 'risk' | 'evidence'

/** An argument of the demo model: its point, and the reason for it. */
export interface Argument {
  about: About
  point: string
  why: string
}

const list = (...rows: readonly [About, string, string][]): readonly Argument[] =>
  rows.map(([about, point, why]) => ({ about, point, why }))

/** What can be said about the propositions of one kind. */
export interface Theme {
  /** Matches the topics that it is about. */
  pattern: RegExp
  arguments: Readonly<Record<Side, readonly Argument[]>>
  /** When an answer holds, and what to do first, by side. */
  condition: Readonly<Record<Side, string>>
  nextStep: Readonly<Record<Side, string>>
}

// Scripted, and general enough for any topic of its kind. The notice of every debate says so.

const OWN_SOFTWARE: Theme = {
  pattern:
    /\b(?:write|build|develop|rewrite|make|roll)\b.*\b(?:own|framework|library|tool|engine|platform|system|from scratch)\b/i,
  arguments: {
    support: list(
      [
        'cost',
        'The adopted one costs more than it looks.',
        'Upgrades, workarounds and waiting for fixes are paid every month, and appear in no plan.',
      ],
      [
        'time',
        'A small core of one’s own is written in weeks.',
        'Most teams use a tenth of what a large framework offers, and only that tenth has to be written.',
      ],
      [
        'people',
        'Those who wrote it can change it.',
        'A team that knows every line fixes a fault in an hour instead of reading the issues of others for a day.',
      ],
      [
        'risk',
        'A dependency can change or end without asking.',
        'Code of one’s own has no breaking release at an inconvenient time.',
      ],
      [
        'evidence',
        'Many frameworks in use began in a small team.',
        'They were extracted from one product that worked, not designed for all.',
      ],
    ),
    oppose: list(
      [
        'cost',
        'The first version is the cheap part.',
        'Documentation, security fixes and the next person’s questions cost more, every year.',
      ],
      [
        'time',
        'The product waits while the framework grows.',
        'A month spent on plumbing is a month without an answer from a single user.',
      ],
      [
        'people',
        'New colleagues know the common one already.',
        'No one can be hired who knows a framework that one team wrote; each must be taught.',
      ],
      [
        'risk',
        'The faults of a common framework are found by others.',
        'Thousands of teams have met the rare cases; alone, a team meets each of them itself, at night.',
      ],
      [
        'evidence',
        'Most such projects are abandoned with their author.',
        'When the person who wrote it leaves, the rest migrate to what they could have taken at the start.',
      ],
    ),
  },
  condition: {
    support: 'The part that is written stays small, and one product uses it from the first week.',
    oppose: 'An existing framework covers the main need without more workarounds than it saves.',
  },
  nextStep: {
    support: 'Write the smallest part that the product needs, and stop after two weeks to compare.',
    oppose: 'List what the existing choice cannot do, and try the two closest alternatives for a day each.',
  },
}

const CHANGE: Theme = {
  pattern: /\b(?:move|migrate|switch|replace|adopt|use|introduce|upgrade|convert|monorepo)\b/i,
  arguments: {
    support: list(
      [
        'cost',
        'Staying has a price that no one has counted.',
        'Every month with the present solution costs work that the new one would save.',
      ],
      [
        'time',
        'Waiting makes the change larger.',
        'What is built on the old solution in the meantime has to be moved as well.',
      ],
      [
        'people',
        'Those who use it every day ask for it.',
        'People work around what does not fit, and the workarounds outlive them.',
      ],
      [
        'risk',
        'It can be done in steps that can be taken back.',
        'One part moves first; if it fails, only that part moves back.',
      ],
      ['evidence', 'Others of this size have done it and kept it.', 'People rarely keep what does not work.'],
    ),
    oppose: list(
      [
        'cost',
        'The cost comes first, and it is certain.',
        'The gain comes later, and no one has shown how large it is.',
      ],
      [
        'time',
        'For months there will be two of everything.',
        'Until the last part has moved, each fault must be looked for in both.',
      ],
      ['people', 'It binds people who are needed elsewhere.', 'Attention is the scarcest resource in most plans.'],
      [
        'risk',
        'It is hard to take back.',
        'Once people depend on the new one, going back costs as much as going there.',
      ],
      [
        'evidence',
        'The numbers behind it are guesses.',
        'A decision of this size should rest on something that was measured here.',
      ],
    ),
  },
  condition: {
    support: 'A first part can move alone, and its success is a number that was written down before.',
    oppose: 'The present problems stay as small as they are today.',
  },
  nextStep: {
    support: 'Move the part that hurts most, and decide on the rest after four weeks.',
    oppose: 'Measure for a month what the present solution costs, and decide again with that number.',
  },
}

const RULE: Theme = {
  pattern:
    /\b(?:ban|close|forbid|prohibit|allow|require|make .* mandatory|mandatory|abolish|tax|limit|every(?:one|body)|cit(?:y|ies)|schools?)\b/i,
  arguments: {
    support: list(
      [
        'cost',
        'The costs of the present state are paid by others.',
        'Noise, accidents and lost time appear in no budget, and are real.',
      ],
      [
        'time',
        'Habits change within a season.',
        'Where such a rule was kept for a year, few wanted the old state back.',
      ],
      ['people', 'Those who gain are many and quiet.', 'Those who lose are few, known by name, and heard more often.'],
      ['risk', 'A trial limits what can go wrong.', 'A rule with an end date is dropped by doing nothing.'],
      [
        'evidence',
        'Places that tried it have numbers.',
        'Before and after were counted, so the main effect is no guess.',
      ],
    ),
    oppose: list(
      [
        'cost',
        'Those who can least afford it pay most.',
        'A rule for all costs little to those who have another way, and much to those who have none.',
      ],
      [
        'time',
        'The alternatives are not ready yet.',
        'A rule that comes before its alternative teaches people to evade it.',
      ],
      [
        'people',
        'Those it affects were not asked.',
        'A rule without consent needs control, and control costs more than the rule.',
      ],
      [
        'risk',
        'The problem moves instead of going away.',
        'What is forbidden here happens next door, where no one counts it.',
      ],
      [
        'evidence',
        'What worked elsewhere worked under other conditions.',
        'The places that are cited chose themselves because it suited them.',
      ],
    ),
  },
  condition: {
    support: 'There are exceptions for those who have no other way, and an end date.',
    oppose: 'The harm is reduced by other means within a year.',
  },
  nextStep: {
    support: 'Begin with a trial of three months, and publish what is counted.',
    oppose: 'Build the alternative first, and ask those affected what would make them use it.',
  },
}

const ANYTHING: Theme = {
  pattern: /(?:)/,
  arguments: {
    support: list(
      ['cost', 'The cost is known and can be capped.', 'A fixed amount bounds what is lost if it fails.'],
      [
        'time',
        'A small trial would show within weeks whether it works.',
        'A trial can be ended, so waiting teaches less than trying.',
      ],
      ['people', 'Those who would do it want to.', 'Work that people believe in gets finished.'],
      [
        'risk',
        'The risks are known and can be watched.',
        'Known risks get an owner and a limit; unknown ones come with every option.',
      ],
      ['evidence', 'Others have done it and kept it.', 'People rarely keep what does not work.'],
    ),
    oppose: list(
      [
        'cost',
        'The cost comes first, and it is certain.',
        'The gain comes later, and no one has shown how large it is.',
      ],
      [
        'time',
        'A smaller step would teach the same, sooner.',
        'The cheapest experiment should come before the large one.',
      ],
      ['people', 'It binds people who are needed elsewhere.', 'Attention is the scarcest resource in most plans.'],
      ['risk', 'It is hard to take back.', 'Once people depend on it, ending it costs more than starting it did.'],
      ['evidence', 'The numbers behind it are guesses.', 'A decision of this size should rest on something measured.'],
    ),
  },
  condition: {
    support: 'It begins small, with a limit on what may be spent.',
    oppose: 'Nothing is lost by waiting for a better number.',
  },
  nextStep: {
    support: 'Agree on a trial, its end, and the number that decides about it.',
    oppose: 'Name the fact that would change the answer, and find it out first.',
  },
}

const THEMES: readonly Theme[] = [OWN_SOFTWARE, CHANGE, RULE, ANYTHING]

export const themeOf = (topic: string): Theme => THEMES.find(({ pattern }) => pattern.test(topic))!

/** A proposal for an open question, and what speaks for it. */
export interface Proposal {
  proposal: string
  arguments: readonly Argument[]
}

export const PROPOSALS: readonly Proposal[] = [
  {
    proposal: 'Run a small trial first',
    arguments: list(
      ['cost', 'A trial costs a fraction of the whole.', 'How much it may cost can be set before it begins.'],
      [
        'time',
        'A trial answers what no debate can.',
        'Four weeks and two volunteers are enough to see the main effect.',
      ],
      [
        'people',
        'People agree to a trial more easily than to a plan.',
        'It has an end, so no one has to be won over for good.',
      ],
      ['risk', 'A trial that fails does little harm.', 'It ends by itself, and nothing has to be taken back.'],
      [
        'evidence',
        'What worked elsewhere has to be seen here.',
        'A result of one’s own convinces more than ten examples.',
      ],
    ),
  },
  {
    proposal: 'Ask the people affected',
    arguments: list(
      ['cost', 'Asking costs almost nothing.', 'Ten conversations take a day and save a wrong start.'],
      ['time', 'The answers are there by the end of the week.', 'No other step tells as much as soon.'],
      ['people', 'The people affected know what would fail.', 'They live with it every day, and are rarely asked.'],
      ['risk', 'A plan that people had no part in is resisted.', 'Those who were asked help to carry it out.'],
      ['evidence', 'The reasons are missing so far.', 'Numbers say what happens; only people say why.'],
    ),
  },
  {
    proposal: 'Measure the present state, then decide',
    arguments: list(
      ['cost', 'Counting is cheaper than guessing wrong.', 'One number a week takes an hour.'],
      ['time', 'A month of counting is soon made up.', 'What is begun in the wrong place has to be begun twice.'],
      [
        'people',
        'A number ends arguments that opinions keep going.',
        'People accept a decision whose reason they can check.',
      ],
      [
        'risk',
        'A step that is taken blindly can make it worse.',
        'As long as the cause is unknown, each remedy is a guess.',
      ],
      [
        'evidence',
        'Without a baseline, success cannot be told from luck.',
        'One number a week, for a month, is a baseline.',
      ],
    ),
  },
  {
    proposal: 'Use the simplest option that works',
    arguments: list(
      ['cost', 'Simple things are cheap to replace.', 'Most needs are smaller than they look at the start.'],
      ['time', 'The simple way can begin tomorrow.', 'What needs no preparation is finished while others still plan.'],
      ['people', 'It needs no training.', 'What everyone understands is used.'],
      ['risk', 'Little can break where there is little.', 'A part that was left out cannot fail.'],
      [
        'evidence',
        'Large solutions that work have grown from small ones.',
        'Those that were designed large from the start are the ones that failed.',
      ],
    ),
  },
]

/** Arguments for a proposal of another model. */
export const FOR_PROPOSAL: readonly Argument[] = list(
  ['cost', 'It costs little to begin.', 'The first step is paid from what is there already.'],
  ['time', 'It can begin on Monday.', 'What needs no preparation is finished while others still plan.'],
  ['people', 'Those who must live with it can accept it.', 'A decision that people understand is kept.'],
  ['risk', 'It leaves room to change our mind.', 'A step that can be taken back is worth more than a perfect plan.'],
  ['evidence', 'It shows what works here.', 'What worked elsewhere is a hint, and no more.'],
)

/** Arguments for an option of a choice, “{answer}”. Options next to each other have different ones. */
export const FOR_OPTION: readonly (readonly Argument[])[] = [
  list(
    ['cost', '{answer} costs less over three years.', 'The first price is the smaller part of the cost.'],
    ['time', '{answer} is ready sooner.', 'What needs no preparation is finished while others still plan.'],
    ['people', 'More people know how to work with {answer}.', 'Help is then never far away.'],
    ['risk', 'With {answer}, failures show early.', 'A failure that shows early is a small failure.'],
    ['evidence', '{answer} fits what is there already.', 'What fits needs no second project to make room for it.'],
  ),
  list(
    [
      'cost',
      '{answer} is cheaper to begin with.',
      'Money that is not spent at the start can correct the course later.',
    ],
    ['time', '{answer} saves time every week after the start.', 'A few days of preparation are soon made up.'],
    [
      'people',
      '{answer} is what people here would choose themselves.',
      'People make work what they have chosen themselves.',
    ],
    ['risk', '{answer} is easier to leave again.', 'A choice that can be taken back is a small risk.'],
    [
      'evidence',
      '{answer} solves the harder half of the problem.',
      'The easy half can be added later; the hard half cannot.',
    ],
  ),
  list(
    ['cost', '{answer} needs the least care.', 'The hours of a person cost more than any licence.'],
    ['time', '{answer} will still do in three years.', 'A second change would take longer than a slow start.'],
    ['people', '{answer} is the easiest to explain.', 'What can be explained in a minute is used correctly.'],
    ['risk', 'The limits of {answer} are known.', 'A known limit can be planned for; a surprise cannot.'],
    ['evidence', 'Those who have chosen {answer} have kept it.', 'People rarely keep what does not work.'],
  ),
]

/** Arguments for a number that is lower or higher than what the panel leans to. */
export const FOR_ESTIMATE: Readonly<Record<'low' | 'high', readonly Argument[]>> = {
  low: list(
    ['cost', 'Only what was asked has to be done.', 'Numbers grow with wishes that no one has stated.'],
    ['time', 'Most of it exists already.', 'Only the new part has to be counted.'],
    ['people', 'Those who have done it before need less.', 'Experience halves the first guess.'],
    ['risk', 'A low number can be raised later.', 'A high one is used up because it is there.'],
    [
      'evidence',
      'Comparable cases that were counted lie lower.',
      'People remember the large ones because they were large.',
    ],
  ),
  high: list(
    ['cost', 'The last tenth takes as much as the first half.', 'What is difficult shows up late.'],
    ['time', 'Plans leave out what comes in between.', 'Half of most weeks goes to what no plan contains.'],
    ['people', 'It has to work on bad days too.', 'A number without a reserve holds until the first person is ill.'],
    ['risk', 'Too low a number costs more than too high a one.', 'A plan breaks at its upper end.'],
    ['evidence', 'Comparable cases ended above their own plans.', 'The outside view beats a sum of hopeful parts.'],
  ),
}

/** How a seat answers a point of the other side, “{point}”, before it gives its own. */
export const REPLIES: readonly string[] = [
  'Others say: “{point}”. I see it differently.',
  '“{point}”: that may be true, but this weighs more.',
  'I have thought about “{point}”, and it does not convince me.',
]

/** What a persona looks at first, by a word of its description. */
export const INTERESTS: readonly (readonly [pattern: RegExp, about: About])[] = [
  [/econom|cost|price|budget/i, 'cost'],
  [/practition|advocate|people|affected/i, 'people'],
  [/histor|strateg/i, 'time'],
  [/empiric|statistic|measured|evidence/i, 'evidence'],
  [/system|engineer|generalist|breaks|risk/i, 'risk'],
]

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findViolations } from './accessibility.ts'
import { findBuiltPage } from './yo-chat/built-page.ts'
import { MortalServer } from './yo-chat/mortal-server.ts'
import { agreeable, Gate, oppose, state, whereStated } from './yo-chat-debates/says.ts'
import { useStage } from './yo-chat-debates/stage.ts'
import { lookAt } from './yo-chat-looks/look.ts'

const stage = useStage()

test('a debate is followed seat by seat, shows the decision, and can be exported', async () => {
  const topic = 'Should the city close its centre?'
  const beta = new Gate()
  stage.play(
    topic,
    whereStated(async (asked) => {
      if (asked.model === 'gamma') throw new Error('the provider is overloaded')
      if (asked.model === 'alpha') return state()
      await beta.pass(asked)
      return oppose()
    }),
  )
  const person = await stage.visit('debates/new')
  await person.openOptions()
  await person.press('Add a panellist')
  await person.start(topic, { rounds: 1 })
  await person.page.getByRole('heading', { name: 'Round 1 of 1' }).waitFor()
  await person.seat('Empiricist · alpha').getByText('begin with weekends').waitFor()
  await person.seat('Empiricist · alpha').getByText('80% sure').waitFor()
  await person.seat('beta').getByText('Thinking…').waitFor()
  await person.seat('gamma').getByText('the provider is overloaded').waitFor()
  await person.sees('2 of 4 answered, 1 not heard')
  beta.open()
  await person.page.getByRole('log').getByText('Practitioner · beta answers, 65% sure: Keep it open').waitFor()
  await person.seesRoundEnd(1)
  await person.sees('Practitioner · beta says No, keep it open')
  for (const [title, name, words] of [
    ['Markdown', /\.md$/, 'begin with weekends'],
    ['JSON', /\.json$/, '"anthropic_1"'],
    ['HTML', /\.html$/, 'begin with weekends'],
  ] as const) {
    const downloading = person.page.waitForEvent('download')
    await person.page.getByRole('link', { name: title }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(name)
    expect(readFileSync(await download.path(), 'utf8')).toContain(words)
  }
})

test('a debate is renamed and deleted, and its address then says so', async () => {
  const topic = 'Should the library open on Sundays?'
  stage.play(
    topic,
    whereStated(() => state()),
  )
  const person = await stage.visit('debates/new')
  const { page } = person
  await person.start(topic, { rounds: 1 })
  await person.seesRoundEnd(1)
  const address = page.url()
  const list = page.getByRole('navigation', { name: 'Debates' })
  const choose = async (title: string, action: string) => {
    await list.getByRole('link', { name: title }).hover()
    await list.getByRole('button', { name: `More for ${title}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose(topic, 'Rename')
  await page.getByRole('textbox', { name: 'Title of the debate' }).fill('Sundays')
  await page.keyboard.press('Enter')
  await list.getByRole('link', { name: 'Sundays' }).waitFor()
  await expect.poll(() => page.title()).toContain('Sundays')
  await page.getByRole('heading', { name: topic }).waitFor()
  await page.reload()
  await choose('Sundays', 'Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete this debate?' })
  await dialog.getByText('“Sundays” and everything in it will be deleted.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Keep' }).click()
  await choose('Sundays', 'Delete')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await list.getByRole('link', { name: 'Sundays' }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/debates')
  await page.goto(address)
  await person.sees('This debate is gone')
})

test('a debate is filled in and started with the keyboard alone, and a mistake is shown at its field', async () => {
  const topic = 'Should meetings be held standing?'
  stage.play(topic, agreeable)
  const { page } = await stage.visit('debates/new')
  const field = (name: string) => page.getByRole('textbox', { name })
  await page.getByRole('button', { name: 'Start the debate' }).press('Enter')
  await page.getByText('Enter a question.').waitFor()
  await expect.poll(() => field('Question').evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.type(topic)
  await page.getByText('Enter a question.').waitFor({ state: 'detached' })
  await page.getByText('Options:').press('Enter')
  await field('Rounds').fill('12')
  await field('Token budget').fill('many')
  await field('Dollar budget').fill('-1')
  await field('Possible answers').fill('yes')
  for (const problem of ['from 1 to 10', 'whole number of tokens', 'amount in dollars', 'at least two answers'])
    await page.getByText(problem).waitFor()
  expect(await field('Rounds').getAttribute('aria-invalid')).toBe('true')
  await field('Rounds').fill('1')
  await field('Token budget').fill('100000')
  await field('Dollar budget').fill('')
  await field('Possible answers').fill('yes\nno')
  await page.getByRole('radio', { name: /^Collaborative/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('button', { name: 'Remove panellist 3' }).press('Enter')
  await page.getByRole('combobox', { name: 'Persona of panellist 2' }).selectOption('Write your own…')
  await field('Who panellist 2 speaks as').fill('A nurse on the night shift.')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/\/debates\/(?!new)/)
  await page.getByText('2 panellists').waitFor()
  // The form in which the question can be corrected says it too, and is closed.
  await page.getByText('A choice: yes · no.').filter({ visible: true }).waitFor()
  await page.getByText(/of 100,000 tokens/).waitFor()
})

test('a mode with a ballot takes it in private before the first statement', async () => {
  const topic = 'Should zoos exist?'
  const speaking = new Gate()
  stage.play(
    topic,
    whereStated(async (asked) => {
      await speaking.pass(asked)
      return state()
    }),
  )
  const person = await stage.visit('debates/new')
  await person.start(topic, { mode: /^Adversarial/, rounds: 1 })
  await person.sees('each panellist stated its answer in private')
  await person.seat('gamma').getByText('Probably yes.').waitFor()
  await person.seat('gamma').getByText('Waiting for its turn').waitFor()
  speaking.open()
  await person.seesRoundEnd(1)
})

test('a split panel votes once more in private, and the page shows the vote in its status and its result', async () => {
  const topic = 'Should the market move?'
  const voting = new Gate()
  const speaking = new Gate()
  stage.play(topic, async (asked) => {
    if (asked.for === 'statement' && asked.round === 2) await speaking.pass(asked)
    if (asked.for === 'statement') return asked.model === 'beta' ? oppose() : state()
    if (asked.for === 'ballot' && asked.model === 'gamma') await voting.pass(asked)
    return agreeable(asked)
  })
  const person = await stage.visit('debates/new')
  await person.start(topic, { rounds: 2 })
  await person.seesRoundEnd(1)
  await person.press('Start round 2 of 2')
  await person.sees('each panellist was asked once more in private')
  await person.seat('beta').getByText('Waiting for the others').waitFor()
  await person.seat('gamma').getByText('Voting in private').waitFor()
  voting.open()
  await person.seat('gamma').getByText('Thinking…').waitFor()
  speaking.open()
  await person.sees(/Finished after 2 rounds/)
  await person.sees('Asked once more on their own, 1 of 3 panellists said something else.')
  await person.press('Table')
  expect(await person.page.getByRole('columnheader').allTextContents()).toEqual(
    expect.arrayContaining(['Round 1', 'Ballot', 'Round 2']),
  )
})

test('a person corrects how the question was read, and the next round answers the corrected question', async () => {
  const topic = 'Acme or Bolt for the new bridge?'
  const speaking = new Gate()
  stage.play(topic, async (asked) => {
    const isCorrected = asked.text.includes('Possible answers: Acme | Bolt')
    if (!isCorrected) return asked.for === 'statement' && asked.model === 'beta' ? oppose() : agreeable(asked)
    if (asked.for === 'statement') await speaking.pass(asked)
    const answer = asked.model === 'beta' && asked.for === 'ballot' ? 'Bolt' : 'Acme'
    return asked.for === 'statement' || asked.for === 'ballot' ? state({ answer }) : agreeable(asked)
  })
  const person = await stage.visit('debates/new')
  const { page } = person
  await person.start(topic, { rounds: 2 })
  await person.seesRoundEnd(1)
  await page.getByText('Correct how the question is read').first().click()
  const step = page.getByRole('form', { name: 'Next step' })
  await step.getByText('A model read the question this way').waitFor()
  await step.getByRole('combobox', { name: 'Kind of question' }).selectOption('A choice between answers')
  // Each time, the page opens the fields again for a correction that cannot be sent.
  for (const _ of ['first', 'second']) {
    await page.getByText('Correct how the question is read').first().click()
    await step.getByRole('textbox', { name: 'Possible answers' }).waitFor({ state: 'hidden' })
    await person.press('Start round 2 of 2')
    await step.getByText('Enter at least two answers.').waitFor()
    await step.getByRole('alert').getByText('Please fix the fields').waitFor()
  }
  await step.locator('textarea:focus[aria-invalid=true]').waitFor()
  await step.getByRole('textbox', { name: 'Possible answers' }).fill('Acme\nBolt')
  expect(await findViolations(page)).toEqual([])
  expect(await lookAt(page, 'debates-correct', { folder: process.env.SHOTS, sizes: ['phone'] })).toEqual([])
  await person.press('Start round 2 of 2')
  await person.sees('You corrected the question, so each panellist first answered it in private')
  speaking.open()
  await person.sees('3 of 3 ended with “Acme”; alone it was 2 to 1.')
  for (const place of [page.locator('.running-head'), page.getByRole('region', { name: 'About this debate' })])
    await place
      .getByText('Corrected with round 2; before, it was read as: Yes or no: The centre should be closed')
      .waitFor()
  const stops = await page.locator('.debate-picture li').allTextContents()
  expect(stops.map((line) => line.split(':')[0])).toEqual(['Ballot', 'Round 2'])
})

test('a reload in the middle of a round shows the same', async () => {
  const topic = 'Should the bell ring later?'
  const gate = new Gate()
  stage.play(
    topic,
    whereStated(async (asked) => {
      if (asked.model === 'gamma') await gate.pass(asked)
      return state()
    }),
  )
  const person = await stage.visit('debates/new')
  await person.start(topic, { rounds: 1 })
  await person.sees('2 of 3 answered')
  const before = await person.page.locator('.running-seats').textContent()
  await person.page.reload()
  await person.sees('2 of 3 answered')
  expect(await person.page.locator('.running-seats').textContent()).toBe(before)
  gate.open()
  await person.seesRoundEnd(1)
})

test('a round is paused and resumed without asking a seat twice, and a debate is stopped', async () => {
  const topic = 'Should the library open on Sundays?'
  const gates = [new Gate(), new Gate()]
  const asked: string[] = []
  stage.play(
    topic,
    whereStated(async (question) => {
      asked.push(`${question.model} ${question.round}`)
      if (question.model === 'beta') await gates[question.round - 1]!.pass(question)
      return question.model === 'gamma' ? oppose() : state()
    }),
  )
  const person = await stage.visit('debates/new')
  await person.start(topic)
  await person.sees('2 of 3 answered')
  await person.press('Pause')
  await person.seat('beta').getByText('No answer').waitFor()
  gates[0]!.open()
  await person.press('Resume')
  await person.seesRoundEnd(1)
  expect(asked.toSorted()).toEqual(['alpha 1', 'beta 1', 'beta 1', 'gamma 1'])
  await person.press('Start round 2 of 2')
  const heading = person.page.getByRole('heading', { name: 'Round 2 of 2' })
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
  await person.press('Stop')
  await person.press('Stop debate')
  await person.sees(/it was stopped/)
  expect(await person.button('Start round 3').count()).toBe(0)
})

test('a tab that has missed the end of a round does not begin the next one when it resumes the debate', async () => {
  const topic = 'Should the lido open in winter?'
  const gate = new Gate()
  stage.play(
    topic,
    whereStated(async (asked) => {
      if (asked.model === 'beta') await gate.pass(asked)
      return asked.model === 'gamma' ? oppose() : state()
    }),
  )
  const person = await stage.visit('debates/new')
  await person.start(topic)
  await person.sees('2 of 3 answered')
  await person.press('Pause')
  const late = await stage.visit('debates')
  await late.page.route(/\/events\b/, (route) => route.abort())
  await late.page.goto(person.page.url())
  await late.button('Resume').waitFor()
  gate.open()
  await person.press('Resume')
  await person.seesRoundEnd(1)
  await late.press('Resume')
  await late.button('Resume').and(late.page.locator('[aria-disabled=false]')).waitFor()
  await late.page.unrouteAll()
  await late.seesRoundEnd(1)
  await person.button('Start round 2 of 2').waitFor()
})

test('a debate that is over has one more round when there is something to ask', async () => {
  const topic = 'Should dogs be allowed in offices?'
  const told: string[] = []
  stage.play(
    topic,
    whereStated(({ round, text }) => {
      if (round === 2) told.push(text)
      return state()
    }),
  )
  const person = await stage.visit('debates/new')
  await person.start(topic, { rounds: 1 })
  await person.seesRoundEnd(1)
  await person.page.getByText('One more round').click()
  expect(await person.button('Enter a focus question, or correct the question').getAttribute('aria-disabled')).toBe(
    'true',
  )
  await person.page.getByRole('textbox', { name: 'Focus question' }).fill('What about allergies?')
  await person.press('Start round 2')
  await person.sees(/Finished after 2 rounds/)
  expect(told).toHaveLength(3)
  expect(told.every((text) => text.includes('What about allergies?'))).toBe(true)
  await person.page.getByRole('heading', { name: 'What came of it' }).waitFor()
})

test('a round whose server was killed continues after the restart, and asks no seat again that has answered', async () => {
  const store = join(stage.folder, 'mortal.db')
  await using server = new MortalServer(
    { store, dist: await findBuiltPage() },
    join(import.meta.dirname, 'yo-chat-debates/server.ts'),
  )
  await server.start({ hangs: true })
  const person = await stage.visit('debates', server)
  await person.sees('What should the panel debate?')
  await person.page.getByRole('link', { name: /close its centre to private cars/ }).click()
  await person.start('Should a city close its centre to private cars?', { rounds: 1 })
  await person.sees('2 of 3 answered')
  await server.kill()
  await person.sees('Reconnecting…')
  expect(await findViolations(person.page)).toEqual([])
  await server.start()
  await person.seesRoundEnd(1)
  await person.sees('Empiricist · beta says No, keep it open')
  expect(server.asked.toSorted()).toEqual(['alpha', 'beta', 'beta', 'gamma'])
})

test('a round goes on without its caller; one that was paused is shown as interrupted, and a person finishes it', async () => {
  const topic = 'Should the harbour move?'
  const beta = new Gate()
  stage.play(
    topic,
    whereStated(async (asked) => {
      if (asked.model !== 'beta') return state()
      await beta.pass(asked)
      return oppose()
    }),
  )
  const client = await stage.connect()
  const cancel = new AbortController()
  const args = { topic, rounds: 1, agentCount: 3 }
  const calling = client.callTool({ name: 'start_roundtable', arguments: args }, { signal: cancel.signal })
  calling.catch(() => {})
  const person = await stage.visit('debates')
  await person.page.getByRole('link', { name: topic }).first().click()
  await person.sees('2 of 3 answered')
  cancel.abort()
  const { structuredContent } = await client.callTool({ name: 'list_sessions', arguments: {} })
  const { sessions } = structuredContent as { sessions: { id: string; topic: string }[] }
  const { id: sessionId } = sessions.find((one) => one.topic === topic)!
  for (const action of ['pause', 'resume'])
    await client.callTool({ name: 'control_session', arguments: { sessionId, action } })
  await person.sees('Round 1 was interrupted.')
  await person.sees('Round 1 of 1 was interrupted: 2 of 3 answered.')
  await person.seat('beta').getByText('No answer').waitFor()
  const look = { folder: process.env.SHOTS, sizes: ['phone'] } as const
  expect(await lookAt(person.page, 'debates-interrupted', look)).toEqual([])
  beta.open()
  await person.press('Finish round 1')
  await person.seesRoundEnd(1)
  await person.sees('Empiricist · beta says No, keep it open')
})

test('the outcome of a decision is recorded with one tap, and an old decision comes up for review', async () => {
  const topic = 'Should the bridge be rebuilt?'
  stage.play(
    topic,
    whereStated(({ model }) => (model === 'beta' ? oppose() : state())),
  )
  const person = await stage.visit('debates/new')
  await person.start(topic, { rounds: 1 })
  await person.seesRoundEnd(1)
  await person.sees('Not yet checked on your questions: 0 of 20 outcomes are known.')
  await person.page
    .getByText(/^.*right about \d+% · .* · counts \d\.\d×$/)
    .first()
    .waitFor()

  const weekLater = Date.now() + 8 * 86_400_000
  await person.page.clock.setFixedTime(weekLater)
  await person.page.goto(new URL('debates', stage.url).href)
  const review = person.page.getByRole('region', { name: 'Review' })
  await review.getByText('Did this turn out right?').waitFor()
  // The debates of this file have one owner, so another one may come up.
  const link = review.getByRole('link')
  const due = (await link.textContent())!
  await link.click()

  const outcome = person.page.getByRole('region', { name: 'Outcome' })
  await outcome.getByRole('button', { name: 'Right' }).click()
  await outcome.getByText('You marked it as right.').waitFor()
  await outcome.getByRole('button', { name: 'Wrong' }).click()
  await outcome.getByText('You marked it as wrong.').waitFor()
  await outcome.getByRole('button', { name: 'Wrong', pressed: true }).waitFor()
  expect(await findViolations(person.page)).toEqual([])

  await person.page.goto(new URL('debates', stage.url).href)
  await person.page.getByRole('main').getByRole('link', { name: due }).first().waitFor()
  expect(await review.getByRole('link', { name: due }).count()).toBe(0)
})

import { expect, test } from 'vitest'
import { useStage } from './yo-chat/stage.ts'

const stage = useStage({ page: 'test/yo-chat/faulty-page' })

test.each([
  ['handler', 'book_flight', { from: 'Lisbon', to: 'Vienna', date: '2026-12-01' }, 'the list of flights has torn'],
  ['component', 'pick_card', { count: 3 }, 'the cards have fallen off the table'],
] as const)('a %s that throws is shown with another try, and cancels nothing', async (_, tool, input, problem) => {
  const person = await stage.visit()
  const sent: string[] = []
  person.page.on('request', (request) => request.url().endsWith('/commands') && sent.push(request.postData()!))
  await person.call(tool, input)
  const alert = person.page.getByRole('alert').filter({ hasText: problem })
  await alert.getByRole('button', { name: 'Try again' }).click()
  await alert.waitFor()
  await person.page.evaluate(() => window.mend())
  await alert.getByRole('button', { name: 'Try again' }).click()
  await alert.waitFor({ state: 'detached' })
  await person.card(tool).getByText('Waiting for you').waitFor()
  expect(sent.map((command) => JSON.parse(command).type)).toEqual(['send'])
  await person.press(tool === 'pick_card' ? 'Card 2 of 3' : /SP205/)
  if (tool === 'pick_card') await person.hears('It came to this: The person picked the')
  else await person.page.getByRole('group', { name: 'A seat on SP205' }).waitFor()
})

test('a question whose component throws can still be declined', async () => {
  const person = await stage.visit()
  await person.call('pick_card', { count: 3 })
  await person.sees('the cards have fallen off the table')
  await person.press('No card, thanks')
  await person.hears(/It came to this: The person picked no card/)
})

import { expect, test } from 'vitest'
import { findViolations } from './accessibility.ts'
import { useStage } from './yo-chat/stage.ts'

const stage = useStage()

test('an option is picked with the keyboard, and the focus returns to its button', async () => {
  const { page } = await stage.visit()
  const persona = page.getByRole('combobox', { name: 'Persona' })
  const options = page.getByRole('listbox', { name: 'Persona' })
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await persona.focus()
  await page.keyboard.press('ArrowDown')
  await options.waitFor()
  expect([await focused(), await persona.getAttribute('aria-expanded')]).toEqual(['Default', 'true'])
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe('Tutor')
  await page.keyboard.press('p')
  await page.keyboard.press('Enter')
  await options.waitFor({ state: 'hidden' })
  expect([await persona.textContent(), await focused()]).toEqual(['Pirate', 'Pirate'])
  await page.keyboard.press('Enter')
  await options.getByRole('option', { name: 'Pirate', selected: true }).waitFor()
  await page.keyboard.press('Escape')
  await options.waitFor({ state: 'hidden' })
  expect(await persona.textContent()).toBe('Pirate')
})

test('the sidebar is hidden and shown again, and the browser remembers it', async () => {
  const { page } = await stage.visit()
  const search = page.getByRole('searchbox')
  await search.waitFor()
  await page.getByRole('button', { name: 'Hide the sidebar' }).click()
  await search.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Show the sidebar' }).waitFor()
  expect([await search.count(), await findViolations(page)]).toEqual([0, []])
  await page.getByRole('button', { name: 'Show the sidebar' }).click()
  await search.waitFor()
})

test('the first screen of a small phone starts at the top, with the name of the app', async () => {
  const { page, messages } = await stage.visit()
  await page.setViewportSize({ width: 360, height: 520 })
  await page.reload()
  await page.getByRole('button', { name: /^Hold a debate/ }).waitFor({ state: 'attached' })
  const { scrollTop, scrollHeight, clientHeight } = await messages.evaluate((box) => ({
    scrollTop: box.scrollTop,
    scrollHeight: box.scrollHeight,
    clientHeight: box.clientHeight,
  }))
  expect(scrollTop).toBe(0)
  expect(scrollHeight).toBeGreaterThan(clientHeight)
  await messages.getByText('Yo chat').waitFor()
})

test.each([
  ['grows with the frames of the page', 'no-preference'],
  ['is shown at once if the person wants no motion', 'reduce'],
] as const)('the text of an answer %s', async (_, reducedMotion) => {
  const person = await stage.visit()
  const { page } = person
  await page.emulateMedia({ reducedMotion })
  await page.evaluate(() => {
    const waiting: FrameRequestCallback[] = []
    window.requestAnimationFrame = (run) => waiting.push(run)
    Object.assign(window, { drawFrame: () => waiting.splice(0).forEach((run) => void run(0)) })
  })
  const text = `${'and so on '.repeat(40)}to the end`
  await person.say(`Begin: ${text}`)
  await page.getByRole('article').waitFor()
  const motions = await page.locator('.message').evaluateAll((all) => all.map((one) => getComputedStyle(one).animation))
  expect(motions.at(-1)).toMatch(reducedMotion === 'reduce' ? /^1e-05s/ : /^0\.2s/)
  if (reducedMotion === 'reduce') return person.hears(text)
  expect(await person.answer(text).count()).toBe(0)
  await expect
    .poll(async () => {
      await page.evaluate('drawFrame()')
      return person.answer(text).count()
    })
    .toBe(1)
})

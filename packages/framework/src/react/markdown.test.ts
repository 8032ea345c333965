import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { findViolations } from '../../../../test/accessibility.ts'
import { longMarkdown, readable } from './fixtures/long-markdown.ts'
import { openPage } from './fixtures/open-page.ts'
import { Markdown } from './markdown.tsx'

const tab = openPage('markdown-page.tsx', 'show')

const show = (text: string, streaming = false) =>
  tab.page.evaluate(([source, more]) => window.show(source, more), [text, streaming] as const)

const hasLoaded = (name: string): boolean => tab.loaded.some((module) => module.includes(`/node_modules/${name}/`))

test('at every character, all readable text so far is shown, in nodes that are kept', async () => {
  const problems = await tab.page.evaluate(
    ([text, expected]) => {
      const found: string[] = []
      /** Whether all of it is there, in order; unfinished markers may stand between. */
      const contains = (read: string, wanted: string) => {
        let from = 0
        for (const character of wanted) from = from === -1 ? -1 : read.indexOf(character, from) + 1 || -1
        return from !== -1
      }
      const root = document.querySelector('main')!
      let nodes: Element[] = []
      for (let end = 1; end <= text.length; end++) {
        window.show(text.slice(0, end), end < text.length)
        const copy = root.cloneNode(true) as Element
        for (const bar of copy.querySelectorAll('.markdown-code-bar')) bar.remove()
        const read = copy.textContent.replace(/[\s\u200b]/g, '')
        if (!contains(read, expected[end]!))
          found.push(`after ${JSON.stringify(text.slice(0, end).slice(-20))}: ${read.slice(-40)}`)
        const now = Array.from(root.firstElementChild!.children)
        const replaced = nodes.slice(0, -1).findIndex((node, index) => node !== now[index])
        if (replaced !== -1)
          found.push(`block ${replaced} was replaced after ${JSON.stringify(text.slice(0, end).slice(-20))}`)
        nodes = now
      }
      return found
    },
    [longMarkdown, readable] as const,
  )
  expect(problems).toEqual([])
  expect(await tab.page.getByRole('link', { name: 'another' }).getAttribute('href')).toBe('https://example.com')
})

test('a token changes nothing in the blocks before the last', async () => {
  const changed = await tab.page.evaluate((text) => {
    window.show(`${text}\n\nThe`, true)
    const root = document.querySelector('main')!.firstElementChild!
    const last = root.lastElementChild!
    const observer = new MutationObserver(() => {})
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true })
    for (let end = 1; end < 10; end++) window.show(`${text}\n\nThe ${'word '.repeat(end)}`, true)
    const targets = observer.takeRecords().map(({ target }) => target)
    return { all: targets.length, before: targets.filter((target) => !last.contains(target)).length }
  }, longMarkdown)
  expect(changed.all).toBeGreaterThan(0)
  expect(changed.before).toBe(0)
})

test('an unclosed element at the end is shown as if it were closed', async () => {
  const shown = async (text: string): Promise<string> => {
    await show(text, true)
    return tab.page.locator('.markdown').innerHTML()
  }
  expect(await shown('a **bo')).toBe('<p>a <strong>bo</strong></p>')
  expect(await shown('a [link](https://exam')).toBe('<p>a link</p>')
  expect(await shown('a `co')).toBe('<p>a <code>co</code></p>')
  expect(await shown('a ![picture](https://exam')).toBe('<p>a <span>picture</span></p>')
  expect(await shown('title\n-')).not.toContain('<h2')
  await show('```js\nlet x', true)
  expect(await tab.page.locator('pre').textContent()).toBe('let x\n')
})

const plain = `${longMarkdown}\n\nFor $5 or $10, \`$x$\`.\n\n\`\`\`\nplain\n\`\`\``

// The packages of a text are requested before those of the next.
test.each([
  ['a formula', 'So $x$.', 'math', ['lowlight', 'highlight.js', 'mermaid']],
  ['code', '```ts\nlet x\n```', '.hljs-keyword', ['remark-math', 'rehype-katex', 'katex', 'mermaid']],
])('the packages for %s are loaded on first use, and no others', async (_, text, selector, others) => {
  await show(plain)
  expect(await tab.page.locator(selector).count()).toBe(0)
  await show(text)
  await tab.page.waitForSelector(selector, { state: 'attached' })
  expect(others.filter(hasLoaded)).toEqual([])
  expect(hasLoaded('react-markdown')).toBe(true)
})

test('if a package cannot be loaded, the source is shown', async () => {
  const failed: string[] = []
  tab.page.on('requestfailed', (request) => failed.push(request.url()))
  await tab.page.route(/(remark-math|lowlight|mermaid)/, (route) => route.abort())
  await show('So $x^2$.\n\n```ts\nlet x\n```\n\n```mermaid\ngraph TD\n```')
  await tab.page.waitForSelector('[data-diagram=invalid]')
  expect(failed.length).toBe(3)
  expect(await tab.page.locator('p').textContent()).toBe('So $x^2$.')
  expect(await tab.page.locator('pre').allTextContents()).toEqual(['let x\n', 'graph TD\n'])
  expect(tab.complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([])
  tab.complaints.length = 0
})

test('a token parses only the last block', async () => {
  const { whole, token } = await tab.page.evaluate((text) => {
    const { charCodeAt } = String.prototype
    let reads = 0
    const count = (source: string) => {
      reads = 0
      window.show(source, true)
      return reads
    }
    // The parser reads its text by character.
    String.prototype.charCodeAt = function (index) {
      reads++
      return charCodeAt.call(this, index)
    }
    const long = `${text}\n\n`.repeat(5)
    return { whole: count(`${long}The`), token: count(`${long}The end`) }
  }, longMarkdown)
  expect(whole).toBeGreaterThan(longMarkdown.length * 5)
  expect(token).toBeLessThan(whole / 50)
})

test('math loads KaTeX and is rendered as MathML', async () => {
  await show('So $x^2$ and \\(y\\), for $5 and $6.\n\n$$\n\\frac{1}{2}\n$$\n\n\\[ z \\]')
  await tab.page.waitForSelector('math mfrac', { state: 'attached' })
  expect(hasLoaded('katex')).toBe(true)
  expect(hasLoaded('mermaid')).toBe(false)
  expect(hasLoaded('lowlight')).toBe(false)
  expect(await tab.page.locator('math').count()).toBe(4)
  expect(await tab.page.locator('math[display=block]').count()).toBe(2)
  expect(await tab.page.locator('p').first().textContent()).toContain('for $5 and $6.')
})

test('two dollars on one line and brackets in a paragraph are display formulas, also in lists and quotes', async () => {
  await show('So\n$$x = 1$$.\n\nHence \\[ y = 2 \\] holds.\n\n- Item\n  \\[\n  z = 3\n  \\]\n\n> Quote $$w$$')
  await tab.page.waitForSelector('blockquote math', { state: 'attached' })
  const shown = tab.page.locator('math[display=block]')
  expect(await shown.locator('annotation').allTextContents()).toEqual(['x = 1', 'y = 2', 'z = 3', 'w'])
  expect(await tab.page.locator('math').count()).toBe(4)
  expect(await tab.page.locator('p', { hasText: 'Hence' }).textContent()).toMatch(/^Hence .* holds\.$/s)
})

test('a block of HTML is a paragraph of text that keeps its lines', async () => {
  await show('Before\n\n<ul>\n  <li>one</li>\n</ul>\n\nAfter <b>bold</b>')
  const paragraphs = tab.page.locator('.markdown > p')
  expect(await paragraphs.allTextContents()).toEqual(['Before', '<ul>\n  <li>one</li>\n</ul>', 'After <b>bold</b>'])
  expect(await paragraphs.nth(1).evaluate((shown) => getComputedStyle(shown).whiteSpace)).toBe('pre-wrap')
})

test('an incomplete or invalid formula is shown as its source', async () => {
  await show('$x$')
  await tab.page.waitForSelector('math', { state: 'attached' })
  await show('$$\n\\frac{1}{', true)
  expect(await tab.page.locator('pre').textContent()).toContain('\\frac{1}{')
  await show('So $\\frac{$.')
  expect(await tab.page.locator('p').innerHTML()).toBe('So <code>\\frac{</code>.')
})

test('code is highlighted once its language is loaded, and is copied unchanged', async () => {
  await tab.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await show('```ts\nconst a: number = 1\n```\n\n```nonsense\nx\n```')
  expect(await tab.page.locator('pre').first().textContent()).toBe('const a: number = 1\n')
  await tab.page.waitForSelector('.hljs-keyword')
  expect(hasLoaded('lowlight')).toBe(true)
  await tab.page.getByRole('button', { name: 'Copy' }).first().click()
  await tab.page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await tab.page.evaluate(() => navigator.clipboard.readText())).toBe('const a: number = 1\n')
  expect(await tab.page.locator('.markdown-code').nth(1).getAttribute('data-language')).toBe('nonsense')
})

test('a diagram is code while it is streamed, then an image with the code below', async () => {
  const text = '```mermaid\ngraph TD\n  A["one"] --> B["two"]\n```'
  await show(text, true)
  expect(await tab.page.locator('pre').textContent()).toContain('graph TD')
  expect(hasLoaded('mermaid')).toBe(false)
  await show(text)
  const image = tab.page.locator('.markdown-diagram img')
  await image.waitFor()
  expect(
    await image.evaluate((element: HTMLImageElement) => element.decode().then(() => element.naturalWidth)),
  ).toBeGreaterThan(50)
  expect(await tab.page.locator('.markdown-diagram details pre').textContent()).toContain('A["one"]')
  expect(await tab.page.evaluate(() => document.body.childElementCount)).toBe(2)
})

test('a diagram is drawn again for the colours of the page when they change', async () => {
  await show('```mermaid\ngraph TD\n  A --> B\n```')
  const image = tab.page.locator('.markdown-diagram img')
  await image.waitFor()
  const light = await image.getAttribute('src')
  const isLight = async () =>
    (await image.getAttribute('src'))?.replace(/diagram-\d+/g, '') === light?.replace(/diagram-\d+/g, '')
  await tab.page.evaluate(() => document.documentElement.style.setProperty('color-scheme', 'dark'))
  await expect.poll(isLight).toBe(false)
  await tab.page.evaluate(() => document.documentElement.style.removeProperty('color-scheme'))
  await expect.poll(isLight).toBe(true)
})

test('an invalid diagram stays code', async () => {
  await show('```mermaid\nno such diagram\n```')
  await tab.page.waitForSelector('[data-diagram=invalid] pre')
})

test('rendered Markdown has no serious accessibility violation', async () => {
  const all =
    '- [x] done\n- [ ] to do\n\nSo $x^2$[^1].\n\n```ts\nlet x\n```\n\n```mermaid\ngraph TD\n  A --> B\n```\n\n[^1]: Note.'
  await show(`${longMarkdown}\n\n${all}`)
  for (const selector of ['math', '.hljs-keyword', '.markdown-diagram']) {
    await tab.page.waitForSelector(selector, { state: 'attached' })
  }
  expect(await findViolations(tab.page)).toEqual([])
})

test('a wide table scrolls on its own, and a footnote links to its text', async () => {
  const wide = `| ${'wide_column_name '.repeat(30)} | b |\n|---|---|\n| ${'x'.repeat(2_000)} | y |\n\nText[^1]\n\n[^1]: The note.`
  await show(wide)
  const widths = await tab.page.evaluate(() => [
    document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    document.querySelector('.markdown-table')!.scrollWidth > document.querySelector('.markdown-table')!.clientWidth,
  ])
  expect(widths).toEqual([true, true])
  const note = tab.page.getByRole('link', { name: '1', exact: true })
  expect(await note.getAttribute('target')).toBeNull()
  await note.click()
  expect(await tab.page.evaluate(() => document.querySelector(':target')!.textContent)).toContain('The note.')
})

test('Markdown renders on a server, with the source of math and diagrams', () => {
  const html = renderToString(createElement(Markdown, { text: '# Hi\n\nSo $x$.\n\n```mermaid\ngraph TD\n```' }))
  expect(html).toContain('<h1>Hi</h1>')
  expect(html).toContain('So $x$.')
  expect(html).toContain('graph TD')
})

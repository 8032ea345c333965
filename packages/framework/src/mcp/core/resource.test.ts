import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchTemplate } from './resource.ts'

describe('matchTemplate', () => {
  it.each<[string, string, Record<string, string> | undefined]>([
    ['x://fixed', 'x://fixed', {}],
    ['x://fixed', 'x://fixed/more', undefined],
    ['x://{id}', 'x://7', { id: '7' }],
    ['x://{id}', 'x://', undefined],
    ['x://{id}', 'y://7', undefined],
    ['x://{id}', 'x://7/8', undefined],
    ['x://{id}/data', 'x://7/data', { id: '7' }],
    ['x://{id}/data', 'x://data', undefined],
    ['x://{id}/data', 'x:///data', undefined],
    ['x://{a}-{b}', 'x://1-2-3', { a: '1', b: '2-3' }],
    ['x://{a}-{b}', 'x://--', undefined],
    ['x://{a}-{b}', 'x://---', { a: '-', b: '-' }],
    ['x://{a}x/{b}', 'x://axx/b', { a: 'ax', b: 'b' }],
    ['x://{a}{b}', 'x://12', { a: '1', b: '2' }],
    ['x://{a}.(json)', 'x://a.(json)', { a: 'a' }],
    ['x://{a}', 'x://%C3%BC%2F%20', { a: 'ü/ ' }],
    ['x://{a}', 'x://100%', undefined],
    ['x://{__proto__}', 'x://1', Object.fromEntries([['__proto__', '1']])],
  ])('matches %s with %s', (template, uri, variables) => {
    expect(matchTemplate(template, uri)).toEqual(variables)
  })

  it('matches exactly the URIs that the regular expression of a template matches', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '-'), maxLength: 4 })
    const names = ['{v0}', '{v1}', '{v2}', '{v3}']
    const template = fc.array(text, { minLength: 1, maxLength: 4 })
    const uri = fc.string({ unit: fc.constantFrom('a', 'b', '/', '-'), maxLength: 14 })
    fc.assert(
      fc.property(template, uri, (texts, given) => {
        const written = texts.map((part, index) => (index === 0 ? part : names[index - 1] + part)).join('')
        const expression = new RegExp(`^${texts.join('[^/]+')}$`)
        const variables = matchTemplate(written, given)
        expect(variables !== undefined).toBe(expression.test(given))
        if (variables === undefined) return
        const values = Object.values(variables)
        expect(texts.map((part, index) => (index === 0 ? part : values[index - 1] + part)).join('')).toBe(given)
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    ['x://{a}-{b}', '-'],
    ['x://{a}-{b}/{c}-{d}', '-'],
    ['x://{a}ab{b}ab{c}ab{d}', 'a'],
    ['x://{a}{b}{c}{d}', 'a'],
  ])('refuses a URI of a megabyte for %s in less than 200 ms', (template, character) => {
    const uri = `x://${character.repeat(1_000_000)}/`
    const start = performance.now()
    expect(matchTemplate(template, uri)).toBeUndefined()
    expect(performance.now() - start).toBeLessThan(200)
  })
})

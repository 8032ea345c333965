import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'

/** Rules whose outcome depends on the colours of the page; all others hold or fail in every theme alike. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Returns the serious violations that axe finds on a page or in a frame: of all its rules, or of the given ones. */
export async function findViolations(page: Page | Frame, rules?: readonly string[]): Promise<string[]> {
  // The source is half a megabyte, so a page gets it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (rules) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ['violations'],
      ...(rules !== undefined && { runOnly: { type: 'rule', values: [...rules] } }),
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, rules)
}

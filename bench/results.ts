/** A row of a table of targets. */
const TARGET = /^\| (.+) \| (.+) \| (.+) \| (?:met|\*\*not met\*\*(?:: (.+))?) \|$/gm

const SECTION = /\n\n(?=## )/

/** The file with another head and one section measured again; its verdict is on the targets of all sections. */
export function toResults(file: string, head: string, section: string): string {
  const [, ...sections] = file.trimEnd().split(SECTION)
  const [heading] = section.split('\n', 1)
  const at = sections.findIndex((earlier) => earlier.startsWith(`${heading}\n`))
  sections.splice(at === -1 ? sections.length : at, at === -1 ? 0 : 1, section)
  return `${[head, judge(sections), ...sections].join('\n\n')}\n`
}

/** Counts the targets of sections, and lists those that are not met. */
export function judge(sections: readonly string[]): string {
  const rows = sections.flatMap((section) => [...section.matchAll(TARGET)])
  const missed = rows.filter(([row]) => row.includes('| **not met**'))
  if (missed.length === 0) return `All ${rows.length} targets are met.`
  const lines = missed.map(([, what, limit, measured, why]) => {
    return `- ${what}: ${measured}, wanted ${limit}${why === undefined ? '' : `; ${why}`}.`
  })
  return `${missed.length} of ${rows.length} targets are NOT met:\n${lines.join('\n')}`
}

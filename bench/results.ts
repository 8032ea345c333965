/** A row of a table of targets. */
const TARGET = /^\| (.+) \| (.+) \| (.+) \| (?:met|\*\*not met\*\*(?:: (.+))?) \|$/gm

const VERDICT = /^(?:All \d+ targets are met\.|\d+ of \d+ targets are NOT met:)[\s\S]*$/m

const SECTION = /\n\n(?=## )/

/** The file with these sections, and with a verdict on the targets of all sections, also of those that an earlier run measured. */
export function toResults(file: string, renewed: readonly string[]): string {
  const [head = '', ...sections] = file.trimEnd().split(SECTION)
  for (const section of renewed) {
    const [heading] = section.split('\n', 1)
    const at = sections.findIndex((earlier) => earlier.startsWith(`${heading}\n`))
    sections.splice(at === -1 ? sections.length : at, at === -1 ? 0 : 1, section)
  }
  const opening = head.replace(VERDICT, '').trimEnd()
  return `${[opening, judge(sections), ...sections].join('\n\n')}\n`
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

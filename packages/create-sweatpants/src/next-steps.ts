import { VARIANTS, type VariantName } from './variants.ts'

/** What to do with a project that was just written. */
export function nextSteps(folder: string, variant: VariantName): string {
  const enter = folder === '.' ? '' : `\n  cd ${/\s/.test(folder) ? `"${folder}"` : folder}`
  const steps = Object.entries(VARIANTS[variant].steps)
  const width = Math.max(...steps.map(([command]) => command.length)) + 3
  return `
Your project is in ${folder === '.' ? 'this folder' : folder}. Next:
${enter}
${steps.map(([command, what]) => `  ${command.padEnd(width)}${what}`.trimEnd()).join('\n')}

Begin with src/tools/plan-dinner.ts. No key is needed; README.md tells how to add a real model.
`
}

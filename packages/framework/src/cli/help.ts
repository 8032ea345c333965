import { COMMANDS, type DescribedCommand } from './commands.ts'
import { describeEnvironment } from './environment-help.ts'
import { describeOptions, wrap } from './options.ts'

const INDENT = ' '.repeat(6)

/** Text in brackets stays on one line. */
const wrapUsage = (form: string): string[] => {
  const kept = form.replaceAll(/\[[^[\]]*\]/g, (part) => part.replaceAll(' ', '\0'))
  return wrap(`  ${kept}`, INDENT).map((line) => line.replaceAll('\0', ' '))
}

export const describeCommand = ({ usage, about, options, note }: DescribedCommand): string[] => [
  '',
  ...usage.flatMap(wrapUsage),
  ...wrap(`${INDENT}${about}`, INDENT),
  ...describeOptions(options),
  ...(note === undefined ? [] : wrap(`${INDENT}${note}`, INDENT)),
]

export const HELP = `Usage: sweatpants <command> [options]
${Object.values<DescribedCommand>(COMMANDS).flatMap(describeCommand).join('\n')}

  --help, --version

${describeEnvironment()}
A mistake in the command is reported as one sentence on stderr, with exit code 2.
`

import { execFile } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The environment of a terminal without colours: this Node, and no variables of the test runner. */
export const env: Record<string, string | undefined> = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$|FORCE_COLOR$)/.test(name)),
  ),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  MODEL: 'demo',
  NO_COLOR: '1',
}

/** Runs a program and returns what it printed. Throws with all of its output if it fails. */
export async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    const shell = process.platform === 'win32'
    return (await execute(command, [...args], { cwd, env: env as NodeJS.ProcessEnv, shell })).stdout
  } catch (cause) {
    const { stdout, stderr } = cause as { stdout: string; stderr: string }
    throw new Error(`${command} ${args.join(' ')} failed\n${stdout}${stderr}`, { cause })
  }
}

import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'

export type Env = Readonly<Record<string, string | undefined>>

/** Where programs of this user keep what they have to remember. */
export function dataFolder(env: Env, platform: NodeJS.Platform = process.platform, home = homedir()): string {
  if (platform === 'win32') {
    return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'ai-roundtable')
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'ai-roundtable')
  const { XDG_DATA_HOME: given = '' } = env
  // The standard of these folders has relative ones ignored.
  return posix.join(posix.isAbsolute(given) ? given : posix.join(home, '.local', 'share'), 'ai-roundtable')
}

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { installPackages } from '../third-party/install.ts'

/** A picture as PNG, and how long it is shown, in milliseconds. */
export interface Frame {
  png: Buffer
  duration: number
}

interface Image {
  width: number
  height: number
}

interface Upng {
  decode(png: Buffer): Image
  toRGBA8(image: Image): ArrayBuffer[]
  encode(frames: ArrayBuffer[], width: number, height: number, colours: number, durations: number[]): ArrayBuffer
}

/** How many colours the palette has. */
const COLOURS = 128

/** Returns one animated PNG. The encoder is installed on demand, because only `npm run shots` needs it. */
export async function toAnimation(frames: readonly Frame[]): Promise<Buffer> {
  const folder = await installPackages({ 'upng-js': '2.1.0' })
  const upng: Upng = createRequire(join(folder, 'package.json'))('upng-js')
  const images = frames.map(({ png }) => upng.decode(png))
  const { width, height } = images[0]!
  const pixels = images.map((image) => upng.toRGBA8(image)[0]!)
  const durations = frames.map(({ duration }) => duration)
  return Buffer.from(upng.encode(pixels, width, height, COLOURS, durations))
}

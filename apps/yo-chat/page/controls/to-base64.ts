/** Returns bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  // A call has a limit of arguments.
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(binary)
}

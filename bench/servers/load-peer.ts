/** By path, because the peers are not dependencies of anything that is checked or published. */
export const loadPeer = <T>(path: string): Promise<T> =>
  import(new URL(`../peers/node_modules/${path}`, import.meta.url).href)

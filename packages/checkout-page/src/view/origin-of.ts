/** The origin of an address; undefined for text that is none. `URL.canParse` is newer than some browsers that the page runs in. */
export function originOf(address: string, base?: string): string | undefined {
  try {
    return new URL(address, base).origin;
  } catch {
    return undefined;
  }
}

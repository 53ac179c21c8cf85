// Variables that nobody reads because their name is written wrong: a backup would not be encrypted, a limit not be set.

/** More letters make another name, such as those that Kubernetes sets for a service. */
const MOST_LETTERS = 2

/** Names with the known one that is meant. `secrets`: those that may come from a file. */
export function misspelled(
  names: readonly string[],
  known: readonly string[],
  secrets: readonly string[],
): [name: string, meant: string][] {
  const readable = [...known, ...secrets.map((name) => `${name}_FILE`)]
  return names
    .filter((name) => name.startsWith('GONDOLA_') && !readable.includes(name))
    .flatMap((name): [string, string][] => {
      const meant = readable.find((one) => distance(name, one) <= MOST_LETTERS)
      const inFile = known.find((one) => name === `${one}_FILE`)
      return (meant ?? inFile) ? [[name, meant ?? inFile ?? '']] : []
    })
}

/** Letters to insert, delete or replace. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [at, wanted] of [...other].entries())
      next.push(
        Math.min((next[at] ?? 0) + 1, (row[at + 1] ?? 0) + 1, (row[at] ?? 0) + Number(letter !== wanted)),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

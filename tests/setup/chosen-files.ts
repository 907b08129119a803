import { readFileSync } from 'node:fs'

/** Returns the test files of this run: all, or those chosen by the gate (TEST_FILES names a file with the list). */
export function chosenOf(files: readonly string[]): readonly string[] {
  const list = process.env.TEST_FILES
  if (!list) return files
  const chosen = new Set<string>(JSON.parse(readFileSync(list, 'utf8')))
  return files.filter((file) => chosen.has(file))
}

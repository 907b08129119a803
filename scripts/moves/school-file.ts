import { checked, type Manifest } from '../backups/manifest'
import { type Entry, readSealed } from '../backups/sealed-archive'
import { Trouble } from '../processes.mjs'
import { readLine } from './school-rows'
import type { SchoolTable } from './school-tables'

/** The first entry of a school's file: whose rows these are. */
export const headName = 'school.json'

/** The entries of a school's file, checked to the end, which is its manifest. */
export function schoolFile(file: string, key: string): AsyncGenerator<Entry, Manifest> {
  return checked(readSealed(file, [key], `${file} was made with another key.`), file)
}

/** The table whose rows an entry has. @throws Trouble where this version has no such table */
export function tableOf(entryName: string, tables: readonly SchoolTable[]): SchoolTable {
  const [, name] = entryName.split('/')
  const table = tables.find((one) => one.name === name)
  if (!table)
    throw new Trouble(
      `The file has rows of ${name}, which is not known here: bring both places to the same version first.`,
    )
  return table
}

/** The rows of such an entry's text. */
export const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map(readLine)
